import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultThresholds } from '../../../../wire/spam/spam-gauges.ts'
import type { Run } from '../../../../wire/spam/spam-pace.ts'
import { incidentsIn, timelineOf } from './timeline.ts'

const minute = 60_000
const options = { thresholds: defaultThresholds, clockOffset: 0, now: 60 * minute }
const run = (from: number, to: number, used: string, bannedUntil?: number): Run => ({
  from: from * minute,
  to: to * minute,
  epoch: '7',
  used,
  most: '20',
  looks: 2,
  ...(bannedUntil !== undefined && { bannedUntil: bannedUntil * minute }),
})
const inMinutes = (bands: readonly { from: number; to: number; state: string }[]) =>
  bands.map(({ from, to, state }) => [state, from / minute, to / minute])

test('the worst limit decides each moment, and a ban is as long as it was', () => {
  const transfers = [run(0, 9, '3'), run(10, 19, '16'), run(20, 22, '20', 25), run(23, 59, '20')]
  const votes = [run(0, 59, '13')]
  expect(inMinutes(timelineOf({ transfers, votes }, options))).toEqual([
    ['watch', 0, 10],
    ['near', 10, 20],
    ['banned', 20, 23],
    ['limit', 23, 60],
  ])
  expect(inMinutes(timelineOf({ transfers: [run(0, 59, '20', 30)] }, options))).toEqual([
    ['banned', 0, 30],
    ['limit', 30, 60],
  ])
})

test('a time without samples has no state', () => {
  expect(inMinutes(timelineOf({ transfers: [run(0, 10, '3'), run(30, 59, '3')] }, options))).toEqual([
    ['ok', 0, 10],
    ['ok', 30, 60],
  ])
})

test('limits that began while no tab was visible are found, also by the first reading after', () => {
  const transfers = [run(0, 10, '16'), run(40, 59, '20')]
  const votes = [run(0, 14, '3'), run(15, 17, '3', 25), run(26, 59, '3')]
  const found = incidentsIn({ transfers, votes }, 12 * minute, 39 * minute, options)
  expect(found.map(({ name, state, from, to, lasts }) => [name, state, from / minute, to / minute, lasts])).toEqual([
    ['votes', 'banned', 15, 25, false],
    ['transfers', 'limit', 40, 60, true],
  ])
  // What was known before, and what was seen to happen, is no news.
  expect(incidentsIn({ transfers, votes }, 41 * minute, 50 * minute, options)).toEqual([])
  expect(incidentsIn({ transfers: [run(0, 59, '20')] }, 5 * minute, 50 * minute, options)).toEqual([])
})

test('what began after a single reading is found too', () => {
  const [before, banned] = [run(0, 0, '3'), run(0, 0, '3', 4)]
  const after = run(40, 59, '20')
  const incidents = (...runs: Run[]) =>
    incidentsIn({ transfers: runs }, minute, 41 * minute, options).map(({ state, from }) => [state, from / minute])
  expect(incidents(before, after)).toEqual([['limit', 40]])
  // It was worse before, and is not drawn.
  expect(incidents(banned, after)).toEqual([])
  expect(inMinutes(timelineOf({ transfers: [before, after] }, options))).toEqual([['limit', 40, 60]])
})

test('bands never overlap and stay in order', () => {
  const runs = fc
    .array(fc.record({ length: fc.integer({ min: 1, max: 9 }), used: fc.nat(20), ban: fc.option(fc.nat(60)) }), {
      maxLength: 7,
    })
    .map((parts) => {
      let at = 0
      return parts.map(({ length, used, ban }) => {
        const from = at
        at += length
        return run(from, at - 0.1, String(used), ban ?? undefined)
      })
    })
  fc.assert(
    fc.property(runs, runs, (transfers, votes) => {
      const bands = timelineOf({ transfers, votes }, options)
      for (const [at, band] of bands.entries()) {
        expect(band.to).toBeGreaterThan(band.from)
        if (at > 0) expect(band.from).toBeGreaterThanOrEqual(bands[at - 1]?.to ?? 0)
      }
    }),
  )
})
