import { useSyncExternalStore } from 'react'
import type { ReadonlyObservable } from './observable.ts'

/**
 * The value of an observable, or what `select` takes from it; renders again when that changes. `select` must return the
 * same value for the same state: a member or a primitive, no new object.
 */
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
