import { useLayoutEffect, useState } from 'react'
import type { ReadonlyObservable } from '../../observable.ts'

/** Delays of a debounced value: `idleMs` after the last change, but at most `maxMs` after the first one. */
export interface DebounceDelays {
  idleMs: number
  maxMs: number
}

/** Debounced value of an observable, for content that costs more to draw than a chart frame. `delaysOf` must not change. */
export function useDebounced<Value>(
  source: ReadonlyObservable<Value>,
  delaysOf: (value: Value) => DebounceDelays,
): Value {
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
      const { idleMs, maxMs } = delaysOf(source.get())
      clearTimeout(timer)
      timer = setTimeout(take, Math.max(0, Math.min(idleMs, since + maxMs - now)))
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [source, delaysOf])
  return value
}
