import { createObservable } from './observable.ts'

const shown = createObservable(false)
let isReported = false

/** Whether the reader is to be told that this browser keeps nothing, once while the page is open: its storage is full or blocked. */
export const storageFailure = {
  get: shown.get,
  subscribe: shown.subscribe,
  report(): void {
    // Browsers keep nothing for a frame of another page, and nothing is set in one.
    if (!isReported && globalThis.top === globalThis.self) shown.set(true)
    isReported = true
  },
  dismiss: (): void => shown.set(false),
}
