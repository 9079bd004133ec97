import { ExportEngine } from './export-engine.ts'

/** A call to the engine, or the engine's options when it is made. */
interface Call {
  id: number
  method: 'create' | 'reopen' | 'begin' | 'receive' | 'stop' | 'first' | 'file' | 'convert' | 'remove'
  args: unknown[]
}

/** What a worker's own scope can do; the rest of this room is typed for a page. */
interface Scope {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent<{ party: string } | Call>) => void) | null
}

const scope = globalThis as unknown as Scope
let engine: ExportEngine | undefined

scope.onmessage = ({ data }) => {
  if ('party' in data) {
    engine = new ExportEngine({ party: data.party, onProgress: (progress) => scope.postMessage({ progress }) })
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
