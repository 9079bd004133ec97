import type { ExportEngine } from './engine.ts'
import type { Progress } from './part.ts'
import { type GateCall, servedGate } from '../../../api/rate-limit/limiter-port-worker.ts'
import { gateOf } from '../../../api/rate-limit/limiter-port.ts'
import { isNear } from '../../../api/status/is-loopback.ts'

const methods = [
  'create',
  'reopen',
  'begin',
  'receive',
  'check',
  'cut',
  'stop',
  'first',
  'file',
  'convert',
  'remove',
] as const
export type EngineMethod = (typeof methods)[number]

/** The engine of one file as the page sees it: the same calls, answered from a worker. */
export type ExportClient = {
  [Name in EngineMethod]: (...args: Parameters<ExportEngine[Name]>) => Promise<Awaited<ReturnType<ExportEngine[Name]>>>
} & {
  /** Ends the worker. Calls under way are never answered. */
  end(): void
}

type Answer = GateCall | { progress: Progress } | { id: number; value: unknown } | { id: number; error: string }

/**
 * Starts a worker that writes one file with the entries of a party of the node at `base`. Hashing and adding up a gigabyte
 * must not hold up the page.
 */
export function exportClient(party: string, base: string, onProgress: (progress: Progress) => void): ExportClient {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const gate = servedGate(gateOf(base), (reply) => worker.postMessage(reply))
  let latest = 0
  let broken: Error | undefined
  worker.postMessage({ party, near: base === '' && isNear() })
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if ('gate' in data) return gate.hear(data)
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
  const call = (method: EngineMethod, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (broken) return reject(broken)
      latest += 1
      waiting.set(latest, { resolve, reject })
      worker.postMessage({ id: latest, method, args })
    })
  const calls = Object.fromEntries(methods.map((method) => [method, (...args: unknown[]) => call(method, args)]))
  const end = (): void => {
    worker.terminate()
    gate.end()
  }
  return { ...calls, end } as unknown as ExportClient
}
