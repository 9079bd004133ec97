import { useSyncExternalStore } from 'react'
import type { ReadonlyObservable } from './observable.ts'

/** The value of an observable, or what `select` takes from it: a member or a primitive, never a new object. */
export function useObservable<Value>(observable: ReadonlyObservable<Value>): Value
export function useObservable<Value, Selected>(
  observable: ReadonlyObservable<Value>,
  select: (value: Value) => Selected,
): Selected
export function useObservable<Value, Selected>(
  { get, subscribe }: ReadonlyObservable<Value>,
  select?: (value: Value) => Selected,
): Value | Selected {
  return useSyncExternalStore<Value | Selected>(subscribe, select ? () => select(get()) : get)
}
