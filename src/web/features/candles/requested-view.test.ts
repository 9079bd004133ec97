import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultIntervals } from '../../../wire/candle-interval.ts'
import { frozenSearch, readRequestedView, ignoredWords, type ViewRequest } from './requested-view.ts'
import type { Row } from './data/candle-rows.ts'
import { findInterval, namedInterval, readInterval } from './data/interval.ts'
import { rangeInUse } from './ranges/named-range.ts'
import { readCandlesSearch, invalidParams } from './search.ts'

const now = 1_795_219_200_000_000_000n
const hour = 3_600_000_000_000n
const market = 'a1'.repeat(32)
const intervals = defaultIntervals.map((name) =>
  readInterval(name, `trades_candle_${name.replaceAll(' ', '_')}_${market}`),
)

const asking = (text: Readonly<Record<string, string>>, more: Partial<ViewRequest> = {}): ViewRequest => {
  const search = readCandlesSearch(text)
  return {
    search,
    invalid: invalidParams(text),
    interval: findInterval(intervals, search.interval),
    unlisted: namedInterval(intervals, search.interval) ? undefined : search.interval,
    listed: true,
    zone: 'utc',
    now,
    ...more,
  }
}
const words = (text: Readonly<Record<string, string>>, more?: Partial<ViewRequest>): string =>
  readRequestedView(asking(text, more)).ignored.map(ignoredWords).join(' ')
const shown = (text: Readonly<Record<string, string>>) => readRequestedView(asking(text)).search

test('what can be shown is shown, without a word', () => {
  const text = {
    interval: '15 minutes',
    from: String(now - 5n * hour),
    to: String(now),
    type: 'candles',
    scale: 'linear',
    vwap: 'range',
    compare: `trades_candle_1_hour_${'b2'.repeat(32)}`,
    utm_source: 'a letter',
  }
  expect(words(text)).toBe('')
  expect(words({ interval: '15m' })).toBe('')
})

test('an interval that is not listed is named, with the one that is shown', () => {
  expect(words({ interval: '7 minutes' })).toBe(
    'This address asks for the interval “7 minutes”, which this node does not list. Showing 1 h candles.',
  )
  expect(words({ interval: '7 minutes' }, { listed: false })).toContain('which is not one of the default intervals')
})

test('letters in a range are not "the latest candles" without a word', () => {
  expect(words({ from: 'yesterday' })).toBe(
    'This address asks for a range from “yesterday”, which is not a time with its zone, or its unit is unclear. Showing the latest candles.',
  )
  expect(words({ from: '99999999999999999999' })).toContain('which is not a time with its zone, or its unit is unclear')
  expect(words({ from: 'x', to: String(now) })).toContain('Showing the candles before 21 Nov 2026, 00:00:00 UTC.')
  expect(words({ to: '<b>'.repeat(100) })).toMatch(/until “[^”]{40}…”/)
})

test('a range that ends before it starts, or has no length, is not shown as another one', () => {
  const [early, late] = [String(now - 2n * hour), String(now - hour)]
  expect(words({ from: late, to: early })).toBe(
    'This address asks for a range from 20 Nov 2026, 23:00:00 UTC to 20 Nov 2026, 22:00:00 UTC, which ends before it starts. Showing the latest candles.',
  )
  expect(words({ from: late, to: late })).toContain('which has no length')
  expect(shown({ from: late, to: early, scale: 'log' })).toEqual({ scale: 'log' })
})

test('a range in the future is not shown as the present', () => {
  expect(words({ from: String(now + 1n) })).toContain('which is in the future. Showing the latest candles.')
  expect(shown({ from: String(now + 1n), to: String(now + hour) })).toEqual({})
  expect(words({ from: String(now - hour), to: String(now + 2n * hour) })).toContain('Showing the candles up to now.')
})

test('a link to the running candle ends in the future and is nothing to speak of', () => {
  expect(words({ from: String(now - hour), to: String(now + hour) })).toBe('')
})

test('comparing a market with itself is reported for any interval of the second one', () => {
  const compare = `trades_candle_1_minute_${market}`
  expect(words({ compare })).toBe('This address asks for a market compared with itself. Showing it alone.')
  expect(shown({ compare })).toEqual({})
})

test('nothing is judged before the interval is known: the clock of the node is not', () => {
  expect(words({ from: String(now + hour) }, { interval: undefined })).toBe('')
})

test('a named range that is not what is shown is reported: All without a start, or one with bounds beside it', () => {
  expect(words({ range: 'All' })).toBe(
    'This address asks for the range All, which needs the start of the first candle. Showing the latest candles.',
  )
  expect(words({ range: '1W', from: String(now - hour) })).toBe(
    'This address asks for the range 1W, beside a start or an end. Showing the candles since 20 Nov 2026, 23:00:00 UTC.',
  )
  expect(words({ range: '1D', to: String(now) })).toContain('Showing the candles until 21 Nov 2026, 00:00:00 UTC.')
  expect(words({ range: 'All', from: String(now - 2n * hour), to: String(now) })).toContain('the range All, beside')
  expect(shown({ range: 'All' })).toEqual({})
  expect(words({ range: 'All', from: String(now - hour) })).toBe('')
  expect(words({ range: '1W' })).toBe('')
})

test('indicators, measurements and scales that are not drawn are named', () => {
  expect(words({ studies: 'sma-20,foo-7,macd-26-12-9' })).toBe(
    'This address asks for the indicators “foo-7,macd-26-12-9”, which cannot be drawn. Showing the others.',
  )
  expect(words({ studies: 'sma' })).toContain('Showing the chart without them')
  expect(words({ studies: 'bollinger-20-2.50,sma-20,sma-20' })).toBe('')
  expect(words({ measure: '5.middle-6.close' })).toContain('a measurement from “5.middle-6.close”')
  expect(words({ scale: 'log', compare: `trades_candle_1_hour_${'b2'.repeat(32)}` })).toContain('Showing percent.')
})

test('an interval beside a candle id of another interval is named', () => {
  expect(words({ interval: '5 minutes' }, { unlisted: '5 minutes', byId: true, interval: intervals[5] })).toContain(
    'the interval “5 minutes”, beside a candle id of another one. Showing',
  )
})

test('every part of the address is either shown or reported', () => {
  const value = fc.oneof(fc.string(), fc.bigInt({ min: -5n, max: 10n ** 20n }).map(String))
  const text = fc.record(
    {
      from: value,
      to: value,
      interval: value,
      compare: value,
      scale: value,
      measure: value,
      range: fc.oneof(value, fc.constantFrom('1D', 'All')),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(text, (requested) => {
      const given = Object.entries(requested).filter(
        ([name, value]) => value !== '' && `${name}=${value}` !== 'scale=linear',
      )
      const { search, ignored } = readRequestedView(asking(requested))
      const said = new Set<string>(ignored.flatMap(({ names }) => names))
      for (const [name, value] of given) {
        const kept = Object.entries(search).some(([member, text]) => member === name && text === value)
        expect(kept || said.has(name)).toBe(true)
        const bounds = said.has('from') || said.has('to')
        if (name === 'range') expect(said.has(name) || bounds || rangeInUse(search) === value).toBe(true)
      }
    }),
  )
})

const newest = 1_795_219_200_000_000_000n
const rows = [3n, 2n, 1n, 0n].map((back) => ({ start: String(newest - back * hour) })) as unknown as Row[]
const seen = { rows, first: 1, last: 3, before: 0.5, atEdge: true }
const linked = { interval: '1 hour', length: hour, seen, now: newest + hour / 2n }

test('a link to the newest candles names them, not "the newest": tomorrow it shows the same', () => {
  expect(frozenSearch({}, linked)).toEqual({
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
  const frozen = frozenSearch(search, linked)
  expect(frozen).toEqual({ ...search, interval: '1 hour', to: String(newest + hour) })
  expect(frozenSearch({ ...frozen, to: '1795100000000000001' }, linked).to).toBe('1795100000000000001')
})

test('a link made before any candle came ends at the instant it was made', () => {
  expect(frozenSearch({}, { ...linked, seen: undefined })).toEqual({ interval: '1 hour', to: String(linked.now) })
})

test('a link to a candle id has its interval in the path', () => {
  expect(frozenSearch({}, { ...linked, interval: undefined })).not.toHaveProperty('interval')
})
