import { useMemo, useSyncExternalStore } from 'react'
import type { Cell } from './cell.ts'

/** A cell that tells at most once per `wait(value)` milliseconds. */
function settled<Value>(cell: Cell<Value>, wait: (value: Value) => number): Pick<Cell<Value>, 'get' | 'subscribe'> {
  let value = cell.get()
  return {
    get: () => value,
    subscribe: (listener) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const take = (): void => {
        timer = undefined
        value = cell.get()
        listener()
      }
      const stop = cell.subscribe(() => {
        timer ??= setTimeout(take, wait(cell.get()))
      })
      value = cell.get()
      return () => {
        stop()
        clearTimeout(timer)
      }
    },
  }
}

/** The value of a cell once in a while: for what costs more to draw than the chart's next frame. `wait` must not change. */
export function useSettled<Value>(cell: Cell<Value>, wait: (value: Value) => number): Value {
  const store = useMemo(() => settled(cell, wait), [cell, wait])
  return useSyncExternalStore(store.subscribe, store.get)
}
