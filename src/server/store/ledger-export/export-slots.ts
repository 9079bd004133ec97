import { Turns } from '../connection-queue.ts'

/** Exports that run at once. They share the connections slice by slice, and each holds some megabytes read ahead. */
const width = 16

/** Milliseconds to wait for a turn: longer than a connection may take to be made, so that no absence is called busy. */
export const maxWaitMs = 6000

/** Whose turn it is to export. An export keeps its turn for its whole life. */
export const exportTurns = (): Turns => new Turns(width, 'The ledger export')
