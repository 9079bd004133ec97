// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { absences, dismissAbsences, startPresence } from './absences.ts'

const start = 1_800_000_000_000
const minute = 60_000
let stop = (): void => undefined
function hide(hidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
const known = () => absences.get().map(({ left, back }) => [(left - start) / minute, (back - start) / minute])

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  localStorage.clear()
  dismissAbsences()
  stop = startPresence()
})
afterEach(() => {
  stop()
  hide(false)
  vi.useRealTimers()
})

test('a hidden tab, a closed one and a device that sleeps are absences', () => {
  vi.advanceTimersByTime(minute)
  hide(true)
  vi.advanceTimersByTime(minute)
  hide(false)
  expect(known()).toEqual([[1, 2]])
  vi.advanceTimersByTime(minute)
  window.dispatchEvent(new Event('pagehide'))
  stop()
  vi.setSystemTime(Date.now() + minute)
  stop = startPresence()
  expect(known()).toEqual([
    [1, 2],
    [3, 4],
  ])
  vi.advanceTimersByTime(minute)
  vi.setSystemTime(Date.now() + 60 * minute)
  vi.advanceTimersByTime(5_000)
  expect(known()).toHaveLength(3)
  expect(known().at(-1)?.[0]).toBe(5)
})

test('a visible page that stood still for twenty seconds has slept, one that was late by five has not', () => {
  vi.setSystemTime(Date.now() + 5_000)
  vi.advanceTimersByTime(5_000)
  expect(known()).toEqual([])
  vi.setSystemTime(Date.now() + 20_000)
  vi.advanceTimersByTime(5_000)
  expect(known()).toHaveLength(1)
})

test('absences stay until they are dismissed, also after a reload', () => {
  hide(true)
  vi.advanceTimersByTime(minute)
  hide(false)
  stop()
  stop = startPresence()
  expect(known()).toHaveLength(1)
  dismissAbsences()
  expect(known()).toEqual([])
})

test('a visible page is no absence', () => {
  vi.advanceTimersByTime(60 * minute)
  expect(known()).toEqual([])
})
