import { expect, test } from 'vitest'
import { frozenSearch } from './permalink.ts'
import type { Row } from './data/fill-gaps.ts'

const hour = 3_600_000_000_000n
const newest = 1_795_219_200_000_000_000n
const rows = [3n, 2n, 1n, 0n].map((back) => ({ start: String(newest - back * hour) })) as unknown as Row[]
const seen = { rows, first: 1, last: 3, before: 0.5, atEdge: true }
const shown = { interval: '1 hour', length: hour, seen, now: newest + hour / 2n }

test('a link to the newest candles names them, not "the newest": tomorrow it shows the same', () => {
  expect(frozenSearch({}, shown)).toEqual({
    interval: '1 hour',
    from: String(newest - 2n * hour),
    to: String(newest + hour),
  })
})

test('a link keeps what the address says and what is drawn over the candles', () => {
  const search = {
    interval: '1h',
    from: '1795000000000000001',
    studies: 'sma-20,rsi-14',
    vwap: 'both',
    scale: 'log',
    compare: 'trades_candle_1_hour_b2',
  } as const
  const frozen = frozenSearch(search, shown)
  expect(frozen).toEqual({ ...search, interval: '1 hour', to: String(newest + hour) })
  expect(frozenSearch({ ...frozen, to: '1795100000000000001' }, shown).to).toBe('1795100000000000001')
})

test('a link made before any candle came ends at the instant it was made', () => {
  expect(frozenSearch({}, { ...shown, seen: undefined })).toEqual({ interval: '1 hour', to: String(shown.now) })
})

test('a link to a candle id has its interval in the path', () => {
  expect(frozenSearch({}, { ...shown, interval: undefined })).not.toHaveProperty('interval')
})
