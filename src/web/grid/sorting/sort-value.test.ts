import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareSortValues, sortValueOf } from './use-sorted.ts'

const order = (a: string, b: string): number => {
  const [left, right] = [sortValueOf(a), sortValueOf(b)]
  if (left === undefined || right === undefined) throw new Error('absent')
  return Math.sign(compareSortValues(left, right))
}

/** Units of 10^-places, signed, written with any number of zeros around. */
const decimals = fc.record({ units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), zeros: fc.nat(3) })
const places = 12

function written({ units, zeros }: { units: bigint; zeros: number }): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const padding = '0'.repeat(zeros)
  return `${units < 0n ? '-' : ''}${padding}${digits.slice(0, -places)}.${digits.slice(-places)}${padding}`
}

describe('decimals', () => {
  test('are ordered as their exact values, however they are written', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const wanted = a.units < b.units ? -1 : a.units > b.units ? 1 : 0
        expect(order(written(a), written(b))).toBe(wanted)
      }),
    )
  })

  test('beyond 2^53 keep their last digit', () => {
    expect(order('9007199254740992', '9007199254740993')).toBe(-1)
    expect(order('-9007199254740992', '-9007199254740993')).toBe(1)
  })

  test('zero has one place, with and without a sign', () => {
    expect(order('-0', '0.000')).toBe(0)
    expect(order('-0.001', '0')).toBe(-1)
  })
})

test('words are ordered by the numbers in them, and come after numbers', () => {
  expect(order('Isolated 2x', 'Isolated 10x')).toBe(-1)
  expect(order('Cross', 'Isolated 2x')).toBe(-1)
  expect(order('99', 'about 1')).toBe(-1)
})

test('an absent value has none to compare', () => {
  expect(sortValueOf('')).toBeUndefined()
})
