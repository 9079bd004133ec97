import { useLayoutEffect, useState } from 'react'
import type { ReadonlyObservable } from '../../observable.ts'

/** Delays in milliseconds: `rest` after the last change, but at most `max` after the first one. */
export interface Pace {
  rest: number
  max: number
}

/** Debounced value of an observable, for content that costs more to draw than a chart frame. `pace` must not change. */
export function useSettled<Value>(source: ReadonlyObservable<Value>, pace: (value: Value) => Pace): Value {
  const [value, setValue] = useState(source.get)
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Time of the first change that was not reported yet. */
    let since: number | undefined
    const take = (): void => {
      since = undefined
      setValue(source.get)
    }
    take()
    const stop = source.subscribe(() => {
      const now = performance.now()
      since ??= now
      const { rest, max } = pace(source.get())
      clearTimeout(timer)
      timer = setTimeout(take, Math.max(0, Math.min(rest, since + max - now)))
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [source, pace])
  return value
}
