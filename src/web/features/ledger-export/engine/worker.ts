import type { EngineMethod } from './worker-client.ts'
import { ExportEngine } from './engine.ts'
import { type GateReply, remoteGate } from '../../../api/rate-limit/limiter-port-worker.ts'

/** A call to the engine. */
interface Call {
  id: number
  method: EngineMethod
  args: unknown[]
}

/** The first message: for whom a file is written, and whether the node stands on the reader's machine. */
interface Beginning {
  party: string
  near: boolean
}

/** What a worker's own scope can do; the rest of this room is typed for a page. */
interface Scope {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent<Beginning | GateReply | Call>) => void) | null
}

const scope = globalThis as unknown as Scope
const { gate, hear } = remoteGate((call) => scope.postMessage(call))
let engine: ExportEngine | undefined

scope.onmessage = ({ data }) => {
  if ('turn' in data) return hear(data)
  if ('party' in data) {
    const { party, near } = data
    engine = new ExportEngine({ party, near, gate, onProgress: (progress) => scope.postMessage({ progress }) })
    return
  }
  const { id, method, args } = data
  const call = engine?.[method] as ((...args: unknown[]) => unknown) | undefined
  Promise.resolve()
    .then(() => call?.apply(engine, args))
    .then(
      (value) => scope.postMessage({ id, value }),
      (error: unknown) => scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) }),
    )
}
