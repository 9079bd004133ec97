import { expect, test } from 'vitest'
import type { AccountCurve } from '../../../ledger/store/balances.ts'
import { balanceAt, largestBalance, startOfStep, stepValues, zoomed } from './balance-at.ts'

const stretch = { start: 1000, end: 2000, steps: 10 }
const point = (step: number, balance: string, gap = false) => ({
  step,
  micros: 1000 + step * 100,
  balance,
  row: step,
  gap,
})
const curve = (points: AccountCurve['points']): AccountCurve => ({
  asset: 'a',
  market: '',
  type: 'GENERAL',
  movements: points.length,
  opening: '5',
  in: '0',
  out: '0',
  closing: points.at(-1)?.balance ?? '5',
  breaks: 0,
  unread: 0,
  firstBreak: undefined,
  points,
})

const valuesOf = (points: AccountCurve['points']): (number | string)[] => {
  const { at, breaks } = stepValues(curve(points), stretch, Number)
  return Array.from({ length: stretch.steps }, (_, step) => (breaks(step) ? `${at(step)} after a break` : at(step)))
}

test('a line begins with the opening balance and holds the last one to the end', () => {
  expect(valuesOf([point(3, '70'), point(6, '20')])).toEqual([5, 5, 5, 70, 70, 70, 20, 20, 20, 20])
})

test('no line is drawn over missing rows', () => {
  expect(valuesOf([point(3, '70'), point(6, '20', true)])).toEqual([
    5,
    5,
    5,
    70,
    Number.NaN,
    Number.NaN,
    '20 after a break',
    20,
    20,
    20,
  ])
  expect(valuesOf([point(0, '70'), point(1, '20', true)])[1]).toBe('20 after a break')
})

test('a balance between movements is the one before, to the digit', () => {
  const held = curve([point(3, '123456789012345678901234567890')])
  expect([0, 2, 3, 9].map((step) => balanceAt(held, step))).toEqual([
    '5',
    '5',
    '123456789012345678901234567890',
    '123456789012345678901234567890',
  ])
  expect(largestBalance([held, curve([])])).toBe(123456789012345678901234567890n)
})

test('a part of a part stays within the whole, and the whole is no part', () => {
  const whole = { start: 0, end: 10_000, steps: 10 }
  expect(zoomed(stretch, whole, { from: 2, to: 4 })).toEqual({ start: 1200, end: 1400 })
  expect(zoomed(stretch, whole, { from: -50, to: 4 })).toEqual({ start: 0, end: 1400 })
  expect(zoomed(stretch, whole, { from: -50, to: 500 })).toBeUndefined()
  expect(startOfStep(stretch, 10)).toBe(2000)
})
