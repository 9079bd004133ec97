import { parentPort, workerData } from 'node:worker_threads'
import { openEngine } from './engine.ts'
import { serveEngine } from './engine-port.ts'

/** The thread that PGlite runs in, so that a query never blocks the service. Its data is the database's directory. */
if (parentPort && typeof workerData === 'string') {
  // Requests that arrive before the database is open wait in the port.
  serveEngine(parentPort, await openEngine(workerData))
}
