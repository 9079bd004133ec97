import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createEmitter, createObservable } from './observable.ts'

test('listeners are called for every change and for nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 })), (values) => {
      const observable = createObservable(0)
      const seen: number[] = []
      observable.subscribe(() => seen.push(observable.get()))
      for (const value of values) observable.set(value)
      expect(observable.get()).toBe(values.at(-1) ?? 0)
      expect(seen).toEqual(values.filter((value, at) => value !== (values[at - 1] ?? 0)))
    }),
  )
})

test('an unsubscribed listener is not called, and unsubscribing twice removes no other', () => {
  const { emit, subscribe } = createEmitter<string>()
  const [one, other] = [vi.fn<(event: string) => void>(), vi.fn<(event: string) => void>()]
  const leave = subscribe(one)
  subscribe(other)
  emit('first')
  leave()
  leave()
  emit('second')
  expect(one.mock.calls).toEqual([['first']])
  expect(other.mock.calls).toEqual([['first'], ['second']])
})

test('what runs while it is observed begins with the first listener and ends with the last', () => {
  const end = vi.fn<() => void>()
  const begin = vi.fn<() => () => void>(() => end)
  const observable = createObservable('value', begin)
  expect(begin).not.toHaveBeenCalled()
  const leave = [observable.subscribe(() => undefined), observable.subscribe(() => undefined)]
  expect(begin).toHaveBeenCalledTimes(1)
  leave[0]?.()
  expect(end).not.toHaveBeenCalled()
  leave[1]?.()
  leave[1]?.()
  expect(end).toHaveBeenCalledTimes(1)
  observable.subscribe(() => undefined)
  expect(begin).toHaveBeenCalledTimes(2)
})

test('a change that begins with the first listener reaches it', () => {
  const observable = createObservable(0, () => {
    observable.set(1)
    return () => undefined
  })
  const listener = vi.fn<() => void>()
  observable.subscribe(listener)
  expect([observable.get(), listener.mock.calls.length]).toEqual([1, 1])
})
