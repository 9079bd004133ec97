import { useMemo } from 'react'
import type { ReadonlyObservable } from '../../observable.ts'
import { useObservable } from '../../use-observable.ts'

/** In milliseconds: a value that stays so long is told, and one that keeps changing is told so late at the latest. */
export interface Pace {
  rest: number
  max: number
}

/** An observable that tells of a change once it has come to rest. */
function settled<Value>(source: ReadonlyObservable<Value>, pace: (value: Value) => Pace): ReadonlyObservable<Value> {
  let value = source.get()
  return {
    get: () => value,
    subscribe: (listener) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      /** When the first change that nobody was told of came. */
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

/** The value of an observable once it rests: for what costs more to draw than the chart's next frame. `pace` must not change. */
export function useSettled<Value>(source: ReadonlyObservable<Value>, pace: (value: Value) => Pace): Value {
  const store = useMemo(() => settled(source, pace), [source, pace])
  return useObservable(store)
}
