import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Gauge } from '../../../../wire/spam/spam-gauges.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'
import { axisFrom, markOf, shareOf, soonestLimit, workLimit } from './axis.ts'

const second = 1_000_000_000n
const now = 1_700_000_000n * second
const epoch = { seq: '7', start: now - 1800n * second, end: now + 1800n * second }
const axis = axisFrom(now, epoch)

const gauge = (change: Partial<Gauge> = {}): Gauge => ({
  name: 'transfers',
  state: 'near',
  used: '16',
  max: '20',
  left: '4',
  ...change,
})
const verdictOf = (gauges: Gauge[], until?: bigint): SpamVerdict => ({
  worst: 'near',
  sentence: '',
  rest: '',
  context: '',
  ban: until === undefined ? undefined : { label: 'Transfers', until, subject: 'Transfers are', several: false },
  gauges,
  checking: false,
  answeredAt: now,
  epoch: '1',
})

const ms = Number(now / 1_000_000n)
/** Two more each minute since ten minutes ago, read each minute. */
const rising = Array.from({ length: 9 }, (_, at) => ({
  from: ms - (8 - at) * 60_000,
  to: ms - (8 - at) * 60_000,
  epoch: '7',
  used: String(at * 2),
  most: '20',
  looks: 1,
}))

test('the axis is the epoch, and slides so that now stays between a quarter and three quarters', () => {
  expect(axis).toEqual({ from: epoch.start, to: epoch.end, now, span: 'epoch', reset: epoch.end })
  expect(axisFrom(now, undefined)).toMatchObject({
    from: now - 1800n * second,
    to: now + 1800n * second,
    reset: undefined,
  })
  expect(axisFrom(epoch.end, epoch).reset).toBeUndefined()
  fc.assert(
    fc.property(fc.bigInt({ min: epoch.start, max: epoch.end - 1n }), (at) => {
      const sliding = axisFrom(at, epoch)
      expect(sliding.to - sliding.from).toBe(epoch.end - epoch.start)
      expect(shareOf(sliding, at)).toBeGreaterThanOrEqual(0.2499)
      expect(shareOf(sliding, at)).toBeLessThanOrEqual(0.75)
    }),
  )
})

test('a share is to scale, never outside the axis, and rises with time', () => {
  expect(shareOf(axis, now)).toBe(0.5)
  const instant = fc.bigInt({ min: now - 4000n * second, max: now + 4000n * second })
  fc.assert(
    fc.property(instant, instant, (a, b) => {
      const [first, last] = a < b ? [a, b] : [b, a]
      expect(shareOf(axis, first)).toBeLessThanOrEqual(shareOf(axis, last))
      expect(shareOf(axis, first)).toBeGreaterThanOrEqual(0)
      expect(shareOf(axis, last)).toBeLessThanOrEqual(1)
    }),
  )
})

test('the counter that fills first is forecast from its rate; full, banned and idle ones are not', () => {
  const history = { transfers: rising, votes: rising.map((run) => ({ ...run, used: '1', most: '3' })) }
  const votes = gauge({ name: 'votes', used: '1', max: '3', state: 'ok' })
  expect(soonestLimit([votes, gauge()], history, '7', ms)).toMatchObject({
    gauge: { name: 'transfers' },
    inMs: 120_000,
  })
  expect(soonestLimit([votes], history, '7', ms)).toBeUndefined()
  expect(soonestLimit([gauge({ state: 'limit' })], history, '7', ms)).toBeUndefined()
  expect(soonestLimit([gauge({ state: 'banned' })], history, '7', ms)).toBeUndefined()
  expect(soonestLimit([gauge()], history, '8', ms)).toBeUndefined()
})

test('a forecast approaches as time passes without a reading, and is never in the past', () => {
  const later = soonestLimit([gauge()], { transfers: rising }, '7', ms + 60_000)
  expect(later?.inMs).toBe(60_000)
  expect(soonestLimit([gauge()], { transfers: rising }, '7', ms + 600_000)?.inMs).toBe(0)
})

test('a ban goes before a full counter, and that before a forecast', () => {
  const forecast = { gauge: gauge(), inMs: 600_000 }
  const full = gauge({ name: 'votes', state: 'limit' })
  expect(markOf(verdictOf([full], now + 450n * second), forecast, axis)).toMatchObject({
    kind: 'ban',
    share: 0.625,
    beyond: false,
  })
  expect(markOf(verdictOf([full], now + 4000n * second), forecast, axis)).toMatchObject({
    kind: 'ban',
    share: 1,
    beyond: true,
  })
  expect(markOf(verdictOf([full]), forecast, axis)).toEqual({ kind: 'full', names: ['votes'] })
  expect(markOf(verdictOf([gauge()]), forecast, axis)).toMatchObject({ kind: 'forecast', name: 'transfers' })
  expect(markOf(verdictOf([gauge()]), undefined, axis)).toBeUndefined()
})

test('a limit that would be reached after the epoch is no forecast: counters reset before', () => {
  expect(markOf(verdictOf([gauge()]), { gauge: gauge(), inMs: 1_800_000 }, axis)).toBeUndefined()
})

test('a window of block hashes is not free again with the epoch', () => {
  expect(markOf(verdictOf([gauge({ name: 'pow', state: 'limit' })]), undefined, axis)).toBeUndefined()
})

test('proof of work that runs out is forecast, also beyond the reset, which does not free it', () => {
  const pow = gauge({ name: 'pow', state: 'watch' })
  const late = axisFrom(epoch.end - 60n * second, epoch)
  expect(markOf(verdictOf([pow]), workLimit([pow], 120_000), late)).toMatchObject({ kind: 'forecast', name: 'pow' })
  expect(workLimit([pow], undefined)).toBeUndefined()
  expect(workLimit([gauge({ name: 'pow', state: 'banned' })], 120_000)).toBeUndefined()
})

test('a day on the axis keeps now and the reset in their places, whatever the length of an epoch', () => {
  const hour = 3600n * second
  for (const running of [epoch, undefined, { seq: '7', start: now - 20n * hour, end: now + 4n * hour }]) {
    const day = axisFrom(now, running, '24h')
    expect([day.now - day.from, day.to - day.now]).toEqual([24n * hour, 12n * hour])
    expect(shareOf(day, now)).toBe(0.6666)
    expect(day.reset).toBe(running?.end)
  }
})
