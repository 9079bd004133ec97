// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseInstant } from '../../format/time.ts'
import { recordBlockTime, recordFacts, recordNoResponse } from '../../client/node-status.ts'
import { preferences } from '../../preferences/preferences.ts'
import { NetworkPanel } from './network-panel.tsx'

let base = ''
let round = 0
beforeEach(() => {
  base = `https://network${++round}.example`
  preferences.reset()
  preferences.set({ node: base, zone: 'utc' })
})
afterEach(cleanup)

const at = (text: string): bigint => parseInstant(text, 'utc') ?? 0n
const day = 86_400_000_000_000n
const words = (): string => screen.getByText(/^Epoch$|Epoch \d|started/).closest('p')?.textContent ?? ''

test('the epoch of an archive has its dates and no countdown', () => {
  recordBlockTime(base, at('2024-03-31 00:00:00'))
  recordFacts(base, { epoch: { seq: '39', start: at('2024-03-30 00:00:01'), end: at('2024-03-31 00:00:01') } })
  render(<NetworkPanel />)
  expect(words()).toBe('Epoch 39, started 30 Mar 2024, 00:00:01 UTCdue to end 31 Mar 2024, 00:00:01 UTC')
  expect(screen.getByRole('img', { name: 'Epoch 39, > 99 % elapsed' })).toBeTruthy()
})

test('the epoch of a running chain has its date beside the countdown', () => {
  const now = BigInt(Date.now()) * 1_000_000n
  recordBlockTime(base, now)
  recordFacts(base, { epoch: { seq: '40', start: now - day / 2n, end: now + day / 2n } })
  render(<NetworkPanel />)
  expect(words()).toMatch(/started \d+ \w+ \d{4}, [\d:]+ UTC\d\d:\d\d:\d\d left$/)
})

test('a node that died does not say how much of the epoch is left', () => {
  vi.useFakeTimers({ now: Date.now() })
  const now = BigInt(Date.now()) * 1_000_000n
  recordBlockTime(base, now)
  recordFacts(base, { epoch: { seq: '40', start: now - day / 2n, end: now + day / 2n } })
  render(<NetworkPanel />)
  expect(words()).toMatch(/left$/)
  act(() => void vi.advanceTimersByTime(180_000))
  expect(words()).toMatch(/due to end [^.]*UTC$/)
  vi.useRealTimers()
})

test('the figures of a node that never answered are not loaded, not unreported', () => {
  recordNoResponse(base, 'unreachable', Date.now())
  render(<NetworkPanel />)
  expect(screen.queryByText('not reported')).toBeNull()
  expect(screen.getAllByText('\u2013')).toHaveLength(3)
  expect(screen.getByText('Not loaded')).toBeTruthy()
})
