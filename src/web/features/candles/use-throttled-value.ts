import { useMemo, useSyncExternalStore } from 'react'
import type { Cell } from './chart/observable.ts'

/** In milliseconds: a value that stays so long is told, and one that keeps changing is told so late at the latest. */
export interface Pace {
  rest: number
  most: number
}

/** A cell that tells of a change once it has come to rest. */
function settled<Value>(cell: Cell<Value>, pace: (value: Value) => Pace): Pick<Cell<Value>, 'get' | 'subscribe'> {
  let value = cell.get()
  return {
    get: () => value,
    subscribe: (listener) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      /** When the first change that nobody was told of came. */
      let since: number | undefined
      const take = (): void => {
        since = undefined
        value = cell.get()
        listener()
      }
      const stop = cell.subscribe(() => {
        const now = performance.now()
        since ??= now
        const { rest, most } = pace(cell.get())
        clearTimeout(timer)
        timer = setTimeout(take, Math.max(0, Math.min(rest, since + most - now)))
      })
      value = cell.get()
      return () => {
        stop()
        clearTimeout(timer)
        since = undefined
      }
    },
  }
}

/** The value of a cell once it rests: for what costs more to draw than the chart's next frame. `pace` must not change. */
export function useSettled<Value>(cell: Cell<Value>, pace: (value: Value) => Pace): Value {
  const store = useMemo(() => settled(cell, pace), [cell, pace])
  return useSyncExternalStore(store.subscribe, store.get)
}
