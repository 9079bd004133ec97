import { expect, test } from 'vitest'
import type { AccountCurve } from '../../../ledger/store/curve.ts'
import { balanceAt, drawnPlaces, linesOf, startOfStep, zoomed } from './curve-data.ts'

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

test('a line begins with the opening balance and holds the last one to the end', () => {
  expect(linesOf(curve([point(3, '70'), point(6, '20')]), stretch, 1)).toEqual([
    [
      { step: 0, value: 0.5 },
      { step: 3, value: 7 },
      { step: 6, value: 2 },
      { step: 9, value: 2 },
    ],
  ])
})

test('no line is drawn over missing rows', () => {
  const lines = linesOf(curve([point(3, '70'), point(6, '20', true)]), stretch, 0)
  expect(lines.map((line) => line.map(({ step }) => step))).toEqual([
    [0, 3],
    [6, 9],
  ])
})

test('a balance between movements is the one before, to the digit', () => {
  const held = curve([point(3, '123456789012345678901234567890')])
  expect([0, 2, 3, 9].map((step) => balanceAt(held, step))).toEqual([
    '5',
    '5',
    '123456789012345678901234567890',
    '123456789012345678901234567890',
  ])
  expect(drawnPlaces([held], 6)).toBe(17)
  expect(drawnPlaces([curve([])], 6)).toBe(6)
})

test('a part of a part stays within the whole, and the whole is no part', () => {
  const whole = { start: 0, end: 10_000, steps: 10 }
  expect(zoomed(stretch, whole, { from: 2, to: 4 })).toEqual({ start: 1200, end: 1400 })
  expect(zoomed(stretch, whole, { from: -50, to: 4 })).toEqual({ start: 0, end: 1400 })
  expect(zoomed(stretch, whole, { from: -50, to: 500 })).toBeUndefined()
  expect(startOfStep(stretch, 10)).toBe(2000)
})
