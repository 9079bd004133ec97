import { createEmitter } from '../observable.ts'
import type { Entry } from './history.ts'

/** A page stands that the reader has come to. Parts of it may still wait for their answers. */
export interface Arrival {
  readonly entry: Entry
  /** Where the reader was before; undefined when the application has just started. */
  readonly from: Entry | undefined
}

const arrivals = createEmitter<Arrival>()

/** Calls whenever a page stands, for changes of its search as well. */
export const onArrival = arrivals.subscribe

/** Tells that a page stands. */
export const tellArrival = arrivals.emit
