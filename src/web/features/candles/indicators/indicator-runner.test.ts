import { afterEach, expect, test, vi } from 'vitest'
import { createStudyRunner, maxInPage, type StudyResult, type StudyTask } from './indicator-runner.ts'
import { computeStudy } from './compute.ts'
import type { Study } from './indicator-spec.ts'
import { warmRow } from '../chart/primitives/overlays.ts'

const sma: Study = { kind: 'sma', length: 3 }
const ema: Study = { kind: 'ema', length: 3 }
const series = (count: number): number[] => Array.from({ length: count }, (_, index) => 100 + Math.sin(index))
const whole = (study: Study, closes: readonly number[]): number[] =>
  Array.from(computeStudy(study, closes).lines[0]!.subarray(0, closes.length))

afterEach(() => void vi.unstubAllGlobals())

/** A worker that replies only when the test triggers it. */
function slowWorker() {
  const waiting: (() => void)[] = []
  class SlowWorker extends EventTarget {
    postMessage(task: StudyTask): void {
      waiting.push(() => {
        const values = task.studies.map((study) => computeStudy(study, task.closes))
        const data: StudyResult = { task: task.task, count: task.closes.length, values }
        this.dispatchEvent(Object.assign(new Event('message'), { data }))
      })
    }
    terminate(): void {
      waiting.length = 0
    }
  }
  vi.stubGlobal('Worker', SlowWorker)
  return { answer: () => waiting.shift()?.(), waiting }
}

test('few bars are worked out at once and go on bar by bar', () => {
  const { waiting } = slowWorker()
  const runner = createStudyRunner(() => undefined)
  const closes = series(100)
  runner.set([sma, ema], closes, 0)
  closes[99] = 120
  closes.push(130)
  runner.set([sma, ema], closes, 99)
  for (const study of [sma, ema])
    expect(Array.from(runner.linesOf(study)![0]!.subarray(0, 101))).toEqual(whole(study, closes))
  runner.set([ema], closes, closes.length)
  expect(runner.linesOf(sma)).toBeUndefined()
  expect(waiting).toHaveLength(0)
})

test('many bars are worked out in a worker; what comes meanwhile is not lost, what is gone is dropped', () => {
  const worker = slowWorker()
  const tell = vi.fn()
  const runner = createStudyRunner(tell)
  const closes = series(maxInPage + 1)
  runner.set([sma], closes, 0)
  expect(runner.linesOf(sma)).toBeUndefined()
  closes.push(7, 8)
  runner.set([sma], closes, closes.length - 2)
  while (worker.waiting.length > 0) worker.answer()
  expect(tell).toHaveBeenCalled()
  expect(Array.from(runner.linesOf(sma)![0]!.subarray(0, closes.length))).toEqual(whole(sma, closes))

  const others = [1, 2, 3, ...closes]
  tell.mockClear()
  runner.set([sma], others, 0)
  runner.set([sma], closes, 0)
  worker.answer()
  expect(tell).not.toHaveBeenCalled()
  worker.answer()
  expect(Array.from(runner.linesOf(sma)![0]!.subarray(0, closes.length))).toEqual(whole(sma, closes))
})

test('a line stays away while the indicator warms up, counted in periods that were traded in', () => {
  const closes = [1, NaN, 2, 3, NaN, 4]
  expect(warmRow(sma, closes, true)).toBe(3)
  expect(warmRow({ kind: 'sma', length: 9 }, closes, true)).toBe(closes.length)
  expect(warmRow(ema, series(50), false)).toBeGreaterThan(warmRow(ema, series(50), true))
})
