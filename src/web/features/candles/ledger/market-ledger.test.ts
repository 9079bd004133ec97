// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { LedgerEngine, type LedgerOptions } from '../../../ledger/engine/ledger-engine.ts'
import { asset, fakeNode, firstMovementAt, movements, openLimiterPort, party } from '../../../../../tests/web/ledger.ts'
import { type LedgerBars, sumsIn } from './ledger-bars.ts'
import { MarketLedger } from './market-ledger.ts'

/** The engine in this thread: happy-dom has no workers. */
vi.mock('../../../ledger/engine/worker-client.ts', () => ({
  startWorker: (_base: string, _task: string, options: LedgerOptions) => {
    const engine = LedgerEngine.open({ ...options, limiter: openLimiterPort() })
    return {
      opened: engine.then(() => {}),
      call: async <Value>(ask: (engine: LedgerEngine) => Value) => ask(await engine),
      end: () => void engine.then((opened) => opened.stop()),
    }
  },
}))

afterEach(() => vi.unstubAllGlobals())

const market = 'a1'.repeat(32)
const minute = 60_000_000_000n
const begin = BigInt(firstMovementAt) * 1000n
const rows = Array.from({ length: 40 }, (_, index) => ({
  start: String(begin + BigInt(index) * minute),
  lastUpdate: '0',
  open: '1',
  high: '1',
  low: '1',
  close: '1',
  volume: '1',
  notional: '1',
}))

/** Three entries a minute, of which two are on the market: one out, one between the party's own accounts. */
function opened() {
  const node = fakeNode(movements(120))
  vi.stubGlobal('fetch', node.fetch)
  const ledger = new MarketLedger('', { party, marketId: market, assetId: asset })
  const settled = () => vi.waitFor(() => expect(ledger.reading.get().phase).toMatch(/^(?:read|failed)$/))
  const show = async (first: number, last: number) => {
    ledger.show(rows, { first, last }, minute)
    await settled()
    const { bars } = ledger.reading.get()
    return [...sumsIn(bars, rows, { first, last }).values()].reduce((sum, { entries }) => sum + entries, 0)
  }
  /** The minutes from which the node was asked, without the questions whether more follows. */
  const asked = () =>
    node.requested.map((url) => {
      const range = new URL(url, 'http://node.example').searchParams
      const at = (name: string) => Number((BigInt(range.get(`dateRange.${name}`) ?? '0') - begin) / minute)
      return [at('startTimestamp'), at('endTimestamp')]
    })
  return { node, ledger, show, asked }
}

test('a view that moves reads only what is missing, and one that comes back reads nothing', async () => {
  const { show, node, asked } = opened()
  expect(await show(10, 19)).toBe(20)
  expect(asked()[0]).toEqual([10, 20])
  const before = node.requested.length
  expect(await show(10, 19)).toBe(20)
  expect(await show(12, 15)).toBe(8)
  expect(node.requested.length).toBe(before)
  // To the left, as a part of its own; to the right, after the last row that came.
  expect(await show(5, 14)).toBe(20)
  expect(asked().slice(before)[0]).toEqual([5, 10])
  const further = node.requested.length
  expect(await show(15, 24)).toBe(20)
  expect(asked().slice(further)[0]).toEqual([20, 25])
})

test('a part that failed is known up to its last row, and read on from there', async () => {
  const { show, node, ledger } = opened()
  node.faults.push({ cut: { at: 6000, how: 'lost' } })
  const entries = await show(0, 19)
  const { phase, knownTo, failure } = ledger.reading.get()
  expect(phase).toBe('failed')
  expect(failure?.message).toMatch(/lost|broke|network/i)
  expect(entries).toBeGreaterThan(0)
  expect(entries).toBeLessThan(40)
  expect(knownTo).toBeGreaterThan(begin)
  ledger.retry()
  await vi.waitFor(() => expect(ledger.reading.get().phase).toBe('read'))
  expect(await show(0, 19)).toBe(40)
})

test('a refusal is told from a ledger without entries', async () => {
  const { show, node, ledger } = opened()
  node.faults.push({ status: 500 })
  await show(0, 4)
  expect(ledger.reading.get()).toMatchObject({ phase: 'failed', knownTo: undefined, failure: { status: 500 } })
})

test('older candles that arrive leave each mark on its own candle: for a moment they moved all of them', async () => {
  const { show, ledger } = opened()
  await show(10, 19)
  const { bars } = ledger.reading.get()
  const before = Array.from({ length: 20 }, (_, index) => ({
    ...rows[0]!,
    start: String(begin - BigInt(20 - index) * minute),
  }))
  const drawn: LedgerBars[] = []
  ledger.reading.subscribe(() => drawn.push(ledger.reading.get().bars))
  ledger.show([...before, ...rows], { first: 30, last: 39 }, minute)
  await vi.waitFor(() => expect(ledger.reading.get().bars).not.toBe(bars))
  for (const one of drawn) expect(one).toEqual(bars)
  expect(new Set(drawn).size).toBe(1)
})

test('a ledger that is read and shown again is not drawn again: the chart drew all candles for it twice a second', async () => {
  const { show, ledger } = opened()
  await show(10, 19)
  const { bars } = ledger.reading.get()
  expect(bars.size).toBeGreaterThan(0)
  for (const first of [10, 12, 10]) {
    await show(first, 19)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(ledger.reading.get().bars).toBe(bars)
  }
})

test('a ledger that is shown again as it is tells nobody: the page was rendered twice for it', async () => {
  const { show, ledger } = opened()
  await show(10, 19)
  await new Promise((resolve) => setTimeout(resolve, 20))
  let told = 0
  ledger.reading.subscribe(() => (told += 1))
  for (let again = 0; again < 3; again++) {
    await show(10, 19)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(told).toBe(0)
})
