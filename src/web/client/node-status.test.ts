import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preferences } from '../preferences/preferences.ts'
import {
  dismissFormerChain,
  recordResponse,
  recordBlockTime,
  recordFacts,
  recordNoResponse,
  nodeState,
} from './node-status.ts'

const start = 1_800_000_000_000
let base = ''
let round = 0
beforeEach(() => {
  vi.useFakeTimers({ now: start })
  base = `https://state${++round}.example`
  preferences.set({ node: base })
})
afterEach(() => void vi.useRealTimers())

const block = (height: string, seconds: number): Headers =>
  new Headers({ 'X-Block-Height': height, 'X-Block-Timestamp': `${start / 1000 + seconds}000000000` })

test('a response to an earlier request does not lower the height', () => {
  recordResponse(base, block('101', 0), start + 10, start + 20)
  recordResponse(base, block('100', -1), start + 5, start + 30)
  expect(nodeState.get().height).toBe('101')
})

test('a chain that runs is not called stopped for as long as this device’s clock was set back', () => {
  recordResponse(base, block('101', 0), start + 10, start + 20)
  vi.setSystemTime(start - 3_600_000)
  recordResponse(base, block('102', 1), start - 3_600_000, start - 3_599_990)
  expect(nodeState.get().height).toBe('102')
  expect(nodeState.get().reportedAt).toBe(start - 3_599_990)
})

test('a node that dies after this device’s clock was set back is not called live', () => {
  recordResponse(base, block('101', 0), start + 10, start + 20)
  vi.setSystemTime(start - 3_600_000)
  recordNoResponse(base, 'unreachable', start - 3_600_000)
  expect(nodeState.get().phase).toBe('no-answer')
})

test('a node that knows no block says 0, which is not a height', () => {
  recordResponse(base, new Headers({ 'X-Block-Height': '0', 'X-Block-Timestamp': '0' }), start, start)
  expect(nodeState.get().height).toBeUndefined()
  expect(nodeState.get().phase).toBe('live')
})

test('data older than a minute, or a node without a response, is stale', async () => {
  const told = vi.fn<() => void>()
  const stop = nodeState.subscribe(told)
  recordResponse(base, block('100', -59), start, start)
  expect(nodeState.get().phase).toBe('live')
  await vi.advanceTimersByTimeAsync(3000)
  expect(nodeState.get().phase).toBe('stale')
  recordResponse(base, block('101', 80), start + 3000, start + 3000)
  expect(nodeState.get().phase).toBe('live')
  await vi.advanceTimersByTimeAsync(91_000)
  expect(nodeState.get().phase).toBe('stale')
  expect(told).toHaveBeenCalled()
  stop()
})

test('answers that change only counts and times are told once a second, a new block at once', async () => {
  const told = vi.fn<() => void>()
  const stop = nodeState.subscribe(told)
  recordResponse(base, block('100', 0), start, start)
  told.mockClear()
  for (let at = 10; at < 500; at += 10) recordResponse(base, block('100', 0), start + at, start + at)
  expect(told).not.toHaveBeenCalled()
  expect(nodeState.get().lastResponseAt).toBe(start + 490)
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toHaveBeenCalledTimes(1)
  recordResponse(base, block('101', 1), start + 1000, start + 1000)
  expect(told).toHaveBeenCalledTimes(2)
  stop()
})

test('a network whose last block was old when it was reported has stopped; one whose node is idle has not', async () => {
  recordResponse(base, block('100', -3600), start, start)
  expect(nodeState.get().stoppedAt).toBeUndefined()
  await vi.advanceTimersByTimeAsync(86_400_000)
  expect(nodeState.get().stoppedAt).toBeUndefined()
  recordResponse(base, block('100', -3600), start + 86_400_000, start + 86_400_000)
  expect(nodeState.get().stoppedAt).toBe(BigInt(start - 3_600_000) * 1_000_000n)
  recordResponse(base, block('101', 86_400), start + 86_400_000, start + 86_400_000)
  expect(nodeState.get().stoppedAt).toBeUndefined()
})

test('where headers cannot be read, the time of the last block serves instead', () => {
  const old = BigInt(start - 90_000_000) * 1_000_000n
  recordBlockTime(base, old)
  expect(nodeState.get()).toMatchObject({ blockTime: old, stoppedAt: old })
})

test('a failure older than the last answer says nothing', () => {
  vi.setSystemTime(start + 20)
  recordResponse(base, new Headers(), start + 10, start + 20)
  recordNoResponse(base, 'unreachable', start + 15)
  expect(nodeState.get().phase).toBe('live')
  recordNoResponse(base, 'unreachable', start + 25)
  expect(nodeState.get()).toMatchObject({ phase: 'no-answer', trouble: 'unreachable' })
})

test('another node starts from nothing, and late replies of the previous one are ignored', () => {
  recordResponse(base, block('100', 0), start, start)
  recordFacts(base, { chainId: 'chain-a', version: 'v1' })
  const old = base
  preferences.set({ node: 'https://other.example' })
  recordResponse(old, block('200', 0), start + 1, start + 1)
  recordFacts(old, { chainId: 'chain-a' })
  expect(nodeState.get()).toMatchObject({ base: 'https://other.example', lyra: false })
  expect(nodeState.get().height).toBeUndefined()
  expect(nodeState.get().chainId).toBeUndefined()
})

test('the value stays the same while nothing in it changes', () => {
  recordResponse(base, block('100', 0), start, start)
  const before = nodeState.get()
  recordResponse(base, block('100', 0), start, start)
  expect(nodeState.get()).toBe(before)
})

test('what an address said of its chain before is not mixed with the chain for which it answers now', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  const epoch = { seq: '900', start: 1n, end: 2n }
  recordResponse(base, block('9000', 0), start, start)
  recordFacts(base, { chainId: 'one', genesis: 1n, coreHeight: '9000', epoch })
  const { network } = nodeState.get()
  recordFacts(base, { chainId: 'two', genesis: 5n })
  expect(nodeState.get()).toMatchObject({ chainId: 'two', genesis: 5n, formerChain: 'one', introduced: true })
  for (const name of ['height', 'coreHeight', 'blockTime', 'epoch'] as const)
    expect(nodeState.get()[name]).toBeUndefined()
  const second = nodeState.get().network
  expect(second).not.toBe(network)
  dismissFormerChain()
  expect(nodeState.get().formerChain).toBeUndefined()
  // The same chain id with a new genesis, then the first chain again: the data of each is kept apart.
  recordFacts(base, { chainId: 'two', genesis: 6n })
  expect(nodeState.get()).toMatchObject({ formerChain: 'two' })
  expect(new Set([network, second, nodeState.get().network]).size).toBe(3)
  recordFacts(base, { chainId: 'one', genesis: 1n })
  expect(nodeState.get().network).toBe(network)
  // On a later visit too; a node that does not say when its chain began may still be the same.
  recordFacts(base, { chainId: 'one' })
  expect(nodeState.get().network).toBe(network)
  preferences.set({ node: `${base}/other` })
  stored.set('lyra.chains', (stored.get('lyra.chains') ?? '').replaceAll('"one"', '"zero"'))
  preferences.set({ node: base })
  recordFacts(base, { chainId: 'one', genesis: 1n })
  expect(nodeState.get().formerChain).toBe('zero')
  vi.unstubAllGlobals()
})
