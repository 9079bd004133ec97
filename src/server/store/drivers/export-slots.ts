import { ConnectionQueue } from './connection-queue.ts'

/** Exports that run at once. They share the connections slice by slice, and each reads some megabytes ahead. */
const concurrency = 16

/** Milliseconds to wait for a turn: longer than the time limit of a connection, so that a database that is away is not called busy. */
export const maxWaitMs = 6000

/** The queue of exports. Each keeps its turn until it ends. */
export const exportQueue = (): ConnectionQueue => new ConnectionQueue(concurrency, 'The ledger export')
