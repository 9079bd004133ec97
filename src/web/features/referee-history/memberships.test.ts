import fc from 'fast-check'
import { expect, test } from 'vitest'
import { membershipsOf } from './memberships.ts'

const join = (teamId: string, epoch: number, at = epoch * 1000) => ({
  teamId,
  joinedAt: String(at),
  joinedAtEpoch: String(epoch),
})
const whole = { newestFirst: true, complete: true }

test('four joins of the look: lengths, the first joins and the current team', () => {
  const memberships = membershipsOf([join('n', 1781), join('p', 1669), join('x', 1645), join('p', 1442)], whole)
  expect(memberships.map(({ teamId, epochs, endedAtEpoch }) => [teamId, epochs, endedAtEpoch])).toEqual([
    ['n', undefined, undefined],
    ['p', '112', '1781'],
    ['x', '24', '1669'],
    ['p', '203', '1645'],
  ])
  expect(memberships.map(({ current, first }) => [current, first])).toEqual([
    [true, true],
    [false, false],
    [false, true],
    [false, true],
  ])
})

test('one join is first and current at once', () => {
  expect(membershipsOf([join('a', 0)], whole)).toEqual([
    { teamId: 'a', joinedAt: '0', joinedAtEpoch: '0', current: true, first: true },
  ])
})

test('a cut list claims nothing about the end that is not loaded', () => {
  const newest = membershipsOf([join('b', 9), join('a', 5)], { newestFirst: true, complete: false })
  expect(newest.map(({ current, first }) => [current, first])).toEqual([
    [true, false],
    [false, false],
  ])
  const oldest = membershipsOf([join('a', 5), join('b', 9)], { newestFirst: false, complete: false })
  expect(oldest.map(({ current, first }) => [current, first])).toEqual([
    [false, true],
    [false, true],
  ])
})

test('a join is not called the first of its team while an older one may not be loaded', () => {
  const joins = [join('a', 9), join('b', 7), join('a', 5)]
  const first = (complete: boolean) => membershipsOf(joins, { newestFirst: true, complete }).map(({ first }) => first)
  expect(first(false)).toEqual([false, false, false])
  expect(first(true)).toEqual([false, true, true])
})

test('epochs beyond 2^53 are subtracted exactly', () => {
  const memberships = membershipsOf(
    [
      { teamId: 'b', joinedAt: '2', joinedAtEpoch: '18446744073709551615' },
      { teamId: 'a', joinedAt: '1', joinedAtEpoch: '18446744073709551613' },
    ],
    whole,
  )
  expect(memberships[1]?.epochs).toBe('2')
})

test('the order of the answer does not matter', () => {
  const joins = fc.uniqueArray(
    fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(500)).map(([team, epoch]) => join(team, epoch)),
    { selector: ({ joinedAtEpoch }) => joinedAtEpoch },
  )
  fc.assert(
    fc.property(joins, (list) => {
      const sorted = list.toSorted((a, b) => Number(b.joinedAtEpoch) - Number(a.joinedAtEpoch))
      expect(membershipsOf(list, whole)).toEqual(membershipsOf(sorted, whole))
      expect(membershipsOf(list, whole).filter(({ current }) => current)).toHaveLength(list.length > 0 ? 1 : 0)
    }),
  )
})
