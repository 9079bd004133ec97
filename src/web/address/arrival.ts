import type { Entry } from './history.ts'

/** A page stands that the reader has come to. Parts of it may still wait for their answers. */
export interface Arrival {
  readonly entry: Entry
  /** Where the reader was before; undefined when the application has just started. */
  readonly from: Entry | undefined
}

const listeners = new Set<(arrival: Arrival) => void>()

/** Calls whenever a page stands, for changes of its search as well. */
export function onArrival(listen: (arrival: Arrival) => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Tells that a page stands. */
export function tellArrival(arrival: Arrival): void {
  for (const listen of listeners) listen(arrival)
}
