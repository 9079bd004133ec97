import type { ExportEngine, Progress } from './export-engine.ts'

type Method = 'create' | 'reopen' | 'begin' | 'receive' | 'stop' | 'first' | 'file' | 'convert' | 'remove'

/** The engine of one file as the page sees it: the same calls, answered from a worker. */
export type ExportClient = {
  [Name in Method]: (...args: Parameters<ExportEngine[Name]>) => Promise<Awaited<ReturnType<ExportEngine[Name]>>>
} & {
  /** Ends the worker. Calls under way are never answered. */
  end(): void
}

type Answer = { progress: Progress } | { id: number; value: unknown } | { id: number; error: string }

/** Starts a worker that writes one file. Hashing and adding up a gigabyte must not hold up the page. */
export function exportClient(party: string, onProgress: (progress: Progress) => void): ExportClient {
  const worker = new Worker(new URL('export-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let latest = 0
  let broken: Error | undefined
  worker.postMessage({ party })
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if ('progress' in data) return onProgress(data.progress)
    const caller = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) caller?.reject(new Error(data.error))
    else caller?.resolve(data.value)
  })
  worker.addEventListener('error', (event) => {
    broken = new Error(event.message || 'the part of this page that writes files could not be loaded: reload the page')
    for (const { reject } of waiting.values()) reject(broken)
    waiting.clear()
  })
  const call = (method: Method, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (broken) return reject(broken)
      latest += 1
      waiting.set(latest, { resolve, reject })
      worker.postMessage({ id: latest, method, args })
    })
  const methods: Method[] = ['create', 'reopen', 'begin', 'receive', 'stop', 'first', 'file', 'convert', 'remove']
  const calls = Object.fromEntries(methods.map((method) => [method, (...args: unknown[]) => call(method, args)]))
  return { ...calls, end: () => worker.terminate() } as unknown as ExportClient
}
