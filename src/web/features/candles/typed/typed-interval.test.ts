import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultIntervals } from '../../../../wire/candle-interval.ts'
import { namedByText, readInterval, typedIntervals, typedLength } from '../data/interval.ts'

const all = defaultIntervals.map((name) => readInterval(name, name))
const labelOf = (text: string) => namedByText(text, all)?.label

test('an interval is named by its label or its name, in any case', () => {
  const fixed = all.filter(({ length }) => length !== undefined)
  const cased = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toLowerCase(),
    (text: string) => text.toUpperCase(),
  )
  fc.assert(
    fc.property(fc.constantFrom(...fixed), fc.constantFrom('label', 'name'), cased, (interval, spelling, turn) => {
      expect(namedByText(turn(interval[spelling]), all)).toBe(interval)
      expect(typedIntervals(turn(interval[spelling]), all)[0]).toBe(interval)
    }),
  )
})

test('minutes are the unit of a bare number, and equal lengths are one interval', () => {
  expect(['5', '60', '240', '4h', '1440', 'D', 'w', '1W', '7d'].map(labelOf)).toEqual([
    '5m',
    '1h',
    '4h',
    '4h',
    '1D',
    '1D',
    '7D',
    '7D',
    '7D',
  ])
})

test('what no interval has is none, and a beginning offers those that go on like it', () => {
  expect(['7m', '0', '', '5x5', 'block', '3'].map(labelOf)).toEqual(Array.from({ length: 6 }, () => undefined))
  expect(typedIntervals('3', all).map(({ label }) => label)).toEqual(['30m'])
  expect(typedIntervals('1', all).map(({ label }) => label)).toEqual(['1m', '15m', '1h', '12h', '1D'])
  expect(typedIntervals('', all)).toEqual([])
})

test('any text is read without throwing', () => {
  fc.assert(fc.property(fc.string(), (text) => void [typedLength(text), typedIntervals(text, all)]))
})
