// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordResponse, recordFacts, nodeState } from '../../client/node-status.ts'
import { preferences } from '../../preferences/preferences.ts'
import type { Commands } from '../commands.ts'
import { StatusLine, LiveState } from './status-line.tsx'

const start = 1_800_000_000_000
const nothing = () => undefined
const commands: Commands = {
  go: nothing,
  refresh: nothing,
  pause: nothing,
  zone: vi.fn(),
  copyLink: vi.fn(),
  copyMoving: nothing,
}
const onOpen = vi.fn()
let round = 0

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  preferences.reset()
  preferences.set({ node: `https://node${++round}.example` })
  render(<StatusLine commands={commands} onOpen={onOpen} />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const line = (): string => screen.getByRole('contentinfo', { name: 'Connection' }).textContent

test('a node that has said nothing yet is called by its address and nothing else is made up', () => {
  expect(line()).toContain(`node node${round}.example`)
  for (const words of ['chain unknown', 'block unknown', 'data age unknown']) expect(line()).toContain(words)
  expect(line()).not.toContain('epoch')
})

test('node, chain, block, age of the data and the epoch with its progress, always in this order', async () => {
  const { base } = nodeState.get()
  const headers = new Headers({ 'X-Block-Height': '61204883', 'X-Block-Timestamp': `${start / 1000 - 4}000000000` })
  act(() => {
    recordResponse(base, headers, start, start)
    const [from, to] = [start - 3_600_000, start + 10_800_000].map((ms) => BigInt(ms) * 1_000_000n)
    recordFacts(base, { chainId: 'lyra-7', epoch: { seq: '1842', start: from ?? 0n, end: to ?? 0n } })
  })
  expect(line()).toMatch(
    /^Live\s*node node\d+\.example\s*chain lyra-7\s*block 61,204,883\s*data age 4\.0 s\s*epoch 1,842\s*03:00:00 left\s*budget/,
  )
  expect(screen.getByRole('img', { name: '25 % of the epoch has elapsed' })).toBeTruthy()
  await act(async () => void (await vi.advanceTimersByTimeAsync(8_000)))
  expect(line()).toContain('data age 12 s')
})

test('nothing counts down to the end of an epoch on a chain that has stopped', () => {
  const { base } = nodeState.get()
  const [from, last, to] = [100_000, 90_000, 60_000].map((ago) => BigInt(start - ago * 1000) * 1_000_000n)
  act(() => {
    recordResponse(base, new Headers({ 'X-Block-Height': '7', 'X-Block-Timestamp': String(last) }), start, start)
    recordFacts(base, { epoch: { seq: '39', start: from ?? 0n, end: to ?? 0n } })
  })
  expect(line()).toMatch(/epoch 39\s*budget/)
  expect(screen.getByRole('img', { name: '25 % of the epoch has elapsed' })).toBeTruthy()
})

test('a small head shows the age of live data, and the word where no block is known', () => {
  cleanup()
  render(<LiveState age />)
  const { base } = nodeState.get()
  const shown = (): string => screen.getByRole('button').textContent
  expect(shown()).toBe('Connecting')
  act(() => recordResponse(base, new Headers(), start, start))
  expect(shown()).toBe('Live')
  const block = new Headers({ 'X-Block-Height': '7', 'X-Block-Timestamp': `${start / 1000 - 4}000000000` })
  act(() => recordResponse(base, block, start + 1, start + 1))
  expect(shown()).toBe('4.0 s')
})

test('how many calls are left of those the node allows is in sight, and the node can be changed from here', () => {
  const { left, max } = nodeState.get().budget
  expect(max).toBeGreaterThan(0)
  expect(line()).toContain(`${left} / ${max}`)
  expect(screen.getByRole('img', { name: `${left} of ${max} requests left` })).toBeTruthy()
  expect(screen.getByTitle('Choose another node').getAttribute('href')).toBe('/settings')
})

test('the zone that times are shown in is named, also one that the reader chose from all', () => {
  expect(line()).toContain('zone UTC')
  act(() => preferences.set({ zone: 'Pacific/Apia' }))
  expect(line()).toContain('zone Pacific/Apia')
  fireEvent.click(screen.getByTitle('Switch the time zone (z)'))
  expect(commands.zone).toHaveBeenCalledOnce()
})
