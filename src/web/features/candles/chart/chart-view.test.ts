// @vitest-environment happy-dom
import fc from 'fast-check'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createObservable } from '../../../observable.ts'
import { useDebounced, nextPane, paneHeights } from './chart-view.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const delays = () => ({ idleMs: 100, maxMs: 500 })

/** Changes the value every 16 ms (one frame) for `ms` milliseconds. */
function move(cell: { set: (value: number) => void }, ms: number, from = 0): number {
  for (let passed = 0; passed < ms; passed += 16)
    act(() => {
      cell.set(from + passed + 16)
      vi.advanceTimersByTime(16)
    })
  return from + Math.ceil(ms / 16) * 16
}

test('figures take at most two frames a second while the user pans, and are right when the user stops', () => {
  const cell = createObservable(0)
  let drawn = 0
  const { result } = renderHook(() => {
    drawn += 1
    return useDebounced(cell, delays)
  })
  const before = drawn
  const last = move(cell, 2000)
  expect(drawn - before).toBeLessThanOrEqual(4)
  expect(result.current).toBeGreaterThan(last - 600)
  act(() => void vi.advanceTimersByTime(100))
  expect(result.current).toBe(last)
})

test('a single change is reported after a short delay', () => {
  const cell = createObservable(0)
  const { result } = renderHook(() => useDebounced(cell, delays))
  act(() => {
    cell.set(7)
    vi.advanceTimersByTime(99)
  })
  expect(result.current).toBe(0)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toBe(7)
})

test('while the user keeps dragging no figure is rendered, and the last one is right afterwards', () => {
  const cell = createObservable(0)
  let drawn = 0
  const drag = () => ({ idleMs: 100, maxMs: Number.POSITIVE_INFINITY })
  const { result } = renderHook(() => {
    drawn += 1
    return useDebounced(cell, drag)
  })
  const before = drawn
  const last = move(cell, 5000)
  expect(drawn).toBe(before)
  act(() => void vi.advanceTimersByTime(100))
  expect(result.current).toBe(last)
})

test('one pane after the other gets all of the height, then they share it again, and backwards the same', () => {
  const after = (by: 1 | -1) => {
    const states: (number | undefined)[] = [undefined]
    for (let press = 0; press < 4; press++) states.push(nextPane(states.at(-1), by, 2))
    return states
  }
  expect(after(1)).toEqual([undefined, 0, 1, 2, undefined])
  expect(after(-1)).toEqual([undefined, 2, 1, 0, undefined])
  expect(nextPane(undefined, 1, 0)).toBe(0)
})

test('lower panes have 15 % of the chart each, and at least 60 px as long as prices keep two fifths', () => {
  expect(paneHeights(600, 1)).toEqual([510, 90])
  expect(paneHeights(600, 3)).toEqual([330, 90, 90, 90])
  expect(paneHeights(300, 2)).toEqual([180, 60, 60])
  expect(paneHeights(300, 4)).toEqual([120, 45, 45, 45, 45])
  expect(paneHeights(600, 0)).toEqual([600])
})

test('a maximised pane leaves the others a strip', () => {
  expect(paneHeights(600, 2, 0)).toEqual([552, 24, 24])
  expect(paneHeights(600, 2, 2)).toEqual([24, 24, 552])
  expect(paneHeights(600, 1, 5)).toEqual([510, 90])
})

test('no number of panes pushes the time axis out of the chart', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 2000 }), fc.nat(12), (height, count) => {
      const heights = paneHeights(height, count)
      expect(heights).toHaveLength(count + 1)
      expect(heights.reduce((sum, one) => sum + one, 0)).toBeCloseTo(height)
      expect(Math.min(...heights)).toBeGreaterThan(0)
      expect(heights[0]).toBeGreaterThanOrEqual(height * 0.4 - 1e-6)
    }),
  )
})
