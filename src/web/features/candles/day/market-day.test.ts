import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketStart } from '../../../../wire/candle-interval.ts'
import type { Candle } from '../../../../wire/candles.ts'
import { formatChange } from '../../../format/percent.ts'
import { parseInstant } from '../../../format/time.ts'
import { type StartRange, type DaySource, readMarketDay } from './market-day.ts'
import { changeWords, type MarketDay, marketDayOf, otherSpan, windowLabel, windowWords } from './use-market-day.ts'
import { foldTrades, type FoldInterval, type Trade } from '../../../../../tests/web/fold-trades.ts'

const second = 1_000_000_000n
const minute = 60n * second
const hour = 60n * minute
const day = 24n * hour
/** A time of 02:41:07, so that the instant a day earlier is inside an hour and inside a minute. */
const now = 1_795_228_867_000_000_000n
const then = now - day

const dayOf = async (source: DaySource, until: bigint): Promise<MarketDay> =>
  marketDayOf(await readMarketDay(source, until))

/** A node that keeps the given intervals of a market and records the requests. */
function nodeOf(trades: readonly Trade[], kept: readonly FoldInterval[] = ['1 hour', '1 minute', 'block']) {
  const asked: string[] = []
  const read = (name: FoldInterval, { from, to }: StartRange): Candle[] => {
    asked.push(name)
    if (!kept.includes(name)) return []
    return foldTrades(trades, name).filter(({ start }) => BigInt(start) >= from && BigInt(start) < to)
  }
  const source: DaySource = {
    hours: async (range) => read('1 hour', range),
    finer: async (name, range) => read(name, range),
    lastHour: async (range) => read('1 hour', range).at(-1) ?? null,
  }
  return { source, asked }
}

/** Expected result, computed from the trades alone for the window start that the result reports. */
function truthOf(trades: readonly Trade[], { since }: MarketDay, begins: 'after' | 'at') {
  const within = trades.filter(({ at }) => (begins === 'after' ? at > since : at >= since))
  const reference = trades.findLast((trade) => !within.includes(trade))
  const [from, last] = [reference && String(reference.price), trades.at(-1)]
  return {
    volume: String(within.reduce((sum, { size }) => sum + size, 0n)),
    price: last && String(last.price),
    change: from !== undefined && last ? formatChange(from, String(last.price)) : undefined,
    traded: within.length > 0,
  }
}

/** Trades of the two days before `now`, dense around the instant a day ago; never two in one block. */
const tradesOf = fc
  .uniqueArray(
    fc.record({
      back: fc.oneof(
        fc.bigInt(0n, 86_400n + 82_000n),
        fc.bigInt(86_400n - 70n, 86_400n + 70n),
        fc.bigInt(86_400n - 3_700n, 86_400n + 3_700n),
      ),
      price: fc.bigInt(1n, 10n ** 30n),
      size: fc.bigInt(1n, 10n ** 12n),
    }),
    { selector: ({ back }) => back, maxLength: 60 },
  )
  .map((all) =>
    all
      .toSorted((a, b) => (a.back > b.back ? -1 : 1))
      .map(({ back, price, size }): Trade => ({ at: now - back * second, price, size })),
  )

test('change and volume are those of the trades of exactly 24 hours, not of the hours around them', async () => {
  await fc.assert(
    fc.asyncProperty(tradesOf, async (trades) => {
      const { source, asked } = nodeOf(trades)
      const told = await dayOf(source, now)
      expect(told.until - told.since).toBe(day)
      const truth = truthOf(trades, told, 'after')
      expect(told.volume).toBe(truth.volume)
      expect(told.traded).toBe(truth.traded)
      expect(told.price).toBe(truth.price)
      expect(told.change).toBe(truth.change)
      expect(asked.length).toBeLessThanOrEqual(4)
    }),
    { numRuns: 500 },
  )
})

test.each([
  [['1 hour'], hour],
  [['1 hour', '1 minute'], minute],
] as const)('a node that keeps only %j tells a longer window, and the numbers of that one', async (kept, coarsest) => {
  await fc.assert(
    fc.asyncProperty(tradesOf, async (trades) => {
      const { source } = nodeOf(trades, kept)
      const told = await dayOf(source, now)
      expect([then, bucketStart(then, coarsest)]).toContain(told.since)
      const truth = truthOf(trades, told, told.since === then ? 'after' : 'at')
      expect(told.volume).toBe(truth.volume)
      expect(told.change).toBe(truth.change)
    }),
  )
})

const trade = (secondsBack: bigint, price: bigint, size = 10n): Trade => ({
  at: now - secondsBack * second,
  price,
  size,
})

test('finer candles that are not all there do not pass for all', async () => {
  const { source } = nodeOf([trade(86_500n, 100n), trade(86_450n, 90n), trade(86_300n, 110n), trade(1n, 120n)])
  const partly = {
    ...source,
    finer: async (name: '1 minute' | 'block', range: StartRange) => (await source.finer(name, range)).slice(1),
  }
  const told = await dayOf(partly, now)
  expect(told.since).toBe(bucketStart(then, hour))
  expect(told.volume).toBe('40')
})

test('few questions: three for a busy market, one for a quiet one, one more where the last price is older than two days', async () => {
  const busy = nodeOf([trade(86_405n, 100n), trade(86_399n, 101n), trade(5n, 110n)])
  expect((await dayOf(busy.source, now)).change).toBe('+10.00\u00a0%')
  expect(busy.asked).toEqual(['1 hour', '1 minute', 'block'])
  const quiet = nodeOf([trade(100_000n, 100n), trade(5n, 110n)])
  await dayOf(quiet.source, now)
  expect(quiet.asked).toEqual(['1 hour'])
  const old = nodeOf([trade(864_000n, 100n), trade(5n, 110n)])
  expect((await dayOf(old.source, now)).change).toBe('+10.00\u00a0%')
  expect(old.asked).toEqual(['1 hour', '1 hour'])
})

test('unknown beats wrong: a market younger than a day has no change, one without trades no price', async () => {
  const young = await dayOf(nodeOf([trade(7200n, 100n), trade(5n, 110n)]).source, now)
  expect(young).toMatchObject({ price: '110', volume: '20', direction: 'flat' })
  expect(young.change).toBeUndefined()
  const silent = await dayOf(nodeOf([]).source, now)
  expect(silent).toMatchObject({ traded: false, volume: '0' })
  expect(silent.price).toBeUndefined()
})

test('a settled market whose last trade is months old is not said to have had none', async () => {
  const { source, asked } = nodeOf([trade(100n * 86_400n, 100n)])
  const told = await dayOf(source, now)
  expect(told).toMatchObject({ price: '100', traded: false })
  expect(asked).toEqual(['1 hour', '1 hour'])
  expect(changeWords(told, 'utc')).toBe(
    'No trades from 20 Nov 2026, 02:41:07 UTC to 21 Nov 2026, 02:41:07 UTC; last trade 13 Aug 2026, 02:41:07 UTC',
  )
  expect(changeWords(await dayOf(nodeOf([]).source, now), 'utc')).toContain('; no trade known')
  const young = await dayOf(nodeOf([trade(7200n, 100n)]).source, now)
  expect(changeWords(young, 'utc')).toBe('No earlier price known')
  const free = await dayOf(nodeOf([trade(90_000n, 0n), trade(7200n, 100n)]).source, now)
  expect(changeWords(free, 'utc')).toMatch(/^The price before .* is 0, from which there is no percentage$/)
})

test('the last 24 hours of a stopped chain are not passed off as those before now', async () => {
  const told = await dayOf(nodeOf([trade(90_000n, 100n), trade(5n, 110n)]).source, now)
  expect(windowLabel(told, 'utc', false)).toBe('24 h')
  expect(windowLabel(told, 'utc', true)).toBe('24 h to 21 Nov 2026, 02:41 UTC')
})

test('a market that rested for a day keeps its last price and says that nothing was traded', async () => {
  const told = await dayOf(nodeOf([trade(90_000n, 100n)]).source, now)
  expect(told).toMatchObject({ price: '100', traded: false, volume: '0' })
  expect(told.closes.every((close) => close === null)).toBe(true)
})

test('hours without trades are gaps at their own place in the line', async () => {
  const { closes } = await dayOf(nodeOf([trade(86_000n, 100n), trade(10_800n, 90n), trade(5n, 110n)]).source, now)
  expect(closes).toHaveLength(25)
  expect([closes[0], closes[21], closes[24]]).toEqual([100, 90, 110])
  expect(closes.filter((close) => close === null)).toHaveLength(22)
})

const until = parseInstant('2026-11-22 19:31:07', 'utc') ?? 0n
const dayFrom = (since: string): MarketDay => ({
  since: parseInstant(since, 'utc') ?? 0n,
  until,
  price: undefined,
  reference: undefined,
  lastTrade: undefined,
  traded: true,
  change: '+1.00\u00a0%',
  direction: 'up',
  closes: [],
  volume: '1',
})

test('a window that is not 24 hours is named by its length, and always by its instants', () => {
  const exact = dayFrom('2026-11-21 19:31:07')
  expect(otherSpan(exact)).toBeUndefined()
  expect(windowWords(exact, 'utc')).toBe('21 Nov 2026, 19:31:07 UTC to 22 Nov 2026, 19:31:07 UTC')
  const hours = dayFrom('2026-11-21 19:00:00')
  expect(otherSpan(hours)).toBe('24 h 31 min')
  expect(changeWords(hours, 'utc')).toMatch(
    /19:00:00 UTC to .*, because the node keeps no finer candles for the start$/,
  )
  const seconds = dayFrom('2026-11-21 19:31:00')
  expect(otherSpan(seconds)).toBeUndefined()
  expect(windowWords(seconds, 'utc')).toMatch(/19:31:00 UTC to .*, because the node keeps no finer candles/)
})
