import { useMemo } from 'react'
import type { ReadonlyObservable } from '../../observable.ts'
import { useObservable } from '../../use-observable.ts'

/** Delays in milliseconds: `rest` after the last change, but at most `max` after the first one. */
export interface Pace {
  rest: number
  max: number
}

/** A debounced observable: reports a change once the value has stopped changing. */
function settled<Value>(source: ReadonlyObservable<Value>, pace: (value: Value) => Pace): ReadonlyObservable<Value> {
  let value = source.get()
  return {
    get: () => value,
    subscribe: (listener) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      /** Time of the first change that was not reported yet. */
      let since: number | undefined
      const take = (): void => {
        since = undefined
        value = source.get()
        listener()
      }
      const stop = source.subscribe(() => {
        const now = performance.now()
        since ??= now
        const { rest, max } = pace(source.get())
        clearTimeout(timer)
        timer = setTimeout(take, Math.max(0, Math.min(rest, since + max - now)))
      })
      value = source.get()
      return () => {
        stop()
        clearTimeout(timer)
        since = undefined
      }
    },
  }
}

/** Debounced value of an observable, for content that costs more to draw than a chart frame. `pace` must not change. */
export function useSettled<Value>(source: ReadonlyObservable<Value>, pace: (value: Value) => Pace): Value {
  const store = useMemo(() => settled(source, pace), [source, pace])
  return useObservable(store)
}
