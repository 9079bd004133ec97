import { expect, test } from 'vitest'
import { bucketStart, defaultIntervals } from '../../../../wire/candle-interval.ts'
import { findFurther } from './first-candle.ts'
import { readInterval } from './interval.ts'

const intervals = defaultIntervals.map((name) => readInterval(name, name))
const named = (name: string) => intervals.find((interval) => interval.name === name)!
const day = 86_400_000_000_000n
const now = 1_795_219_200_000_000_000n

/** A node that keeps a given number of days per interval; `asked` records the requested candle ids. */
function createNode(days: (length: bigint) => bigint) {
  const asked: string[] = []
  const begins = (candleId: string) => {
    const { length = 1n } = named(candleId)
    return days(length) === 0n ? undefined : bucketStart(now - days(length) * day, length)
  }
  const first = async (candleId: string) => {
    asked.push(candleId)
    return begins(candleId)
  }
  return { asked, first, begins }
}

/** Retention: two weeks for minutes, two months below one hour, a year for longer intervals. */
const fading = (length: bigint): bigint => (length < 300n * 10n ** 9n ? 14n : length < day / 24n ? 60n : 370n)

test('fine candles that a node has dropped are not the start of the market: the next longer ones go back further', async () => {
  const node = createNode(fading)
  const further = (name: string) =>
    findFurther(intervals, named(name), { start: String(node.begins(name)) }, node.first)
  expect((await further('1 minute'))?.name).toBe('5 minutes')
  expect(node.asked).toEqual(['5 minutes'])
  expect((await further('5 minutes'))?.name).toBe('1 hour')
  expect((await further('30 minutes'))?.name).toBe('1 hour')
  expect(await further('1 day')).toBeUndefined()
})

test('a young market begins where all its candles begin, and asking costs a few requests', async () => {
  const node = createNode(() => 3n)
  expect(
    await findFurther(intervals, named('1 minute'), { start: String(node.begins('1 minute')) }, node.first),
  ).toBeUndefined()
  expect(node.asked.length).toBeLessThanOrEqual(5)
})

test('an interval without any candle gives way to the finest one that has some', async () => {
  const node = createNode((length) => (length < day ? 0n : 370n))
  expect((await findFurther(intervals, named('1 hour'), {}, node.first))?.name).toBe('1 day')
  const empty = createNode(() => 0n)
  expect(await findFurther(intervals, named('1 hour'), {}, empty.first)).toBeUndefined()
})

test('the offered interval covers the requested range, not merely more than this one', async () => {
  const node = createNode(fading)
  const offered = async (daysAgo: bigint) => {
    const from = now - daysAgo * day
    const wanted = { from: String(from), to: String(from + day) }
    return (await findFurther(intervals, named('1 minute'), wanted, node.first))?.name
  }
  expect(await offered(30n)).toBe('5 minutes')
  expect(await offered(200n)).toBe('1 hour')
  expect(new Set(node.asked).size).toBeLessThan(8)
  expect(await offered(2000n)).toBeUndefined()
})

test('a part of the range is offered where no interval has all of it', async () => {
  const node = createNode(fading)
  const wanted = { from: '1', to: String(now - 40n * day) }
  expect((await findFurther(intervals, named('1 minute'), wanted, node.first))?.name).toBe('5 minutes')
  expect(node.asked.length).toBe(new Set(node.asked).size)
})
