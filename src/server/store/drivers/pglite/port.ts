import { unavailable } from '../../../error.ts'
import type { Engine } from './engine.ts'
import { StatementError } from '../../statement-error.ts'

interface Request {
  id: number
  method: keyof Engine
  args: unknown[]
}

interface Failure {
  message: string
  sqlState?: string
  where?: string
}
type Response = { id: number; value: unknown } | { id: number; failure: Failure }

/** Either end of a channel: a worker, its parent's port, or half of a MessageChannel. */
export interface Port {
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

const toFailure = (error: unknown): Failure =>
  error instanceof StatementError
    ? { message: error.message, sqlState: error.sqlState, where: error.where }
    : { message: error instanceof Error ? error.message : String(error) }

const toError = ({ message, sqlState, where }: Failure): Error =>
  sqlState === undefined ? new Error(message) : new StatementError(message, sqlState, where)

const transferable = (value: unknown): ArrayBuffer[] =>
  value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : []

/** Responds to the requests that arrive at `port` from `engine`. Bytes are transferred, not copied. */
export function serveEngine(port: Port, engine: Engine): void {
  port.on('message', (message) => {
    // The other end is `remoteEngine` of this file, which types the arguments.
    const { id, method, args } = message as Request
    const call = engine[method] as (...args: unknown[]) => Promise<unknown>
    void call(...args).then(
      (value) => port.postMessage({ id, value }, transferable(value)),
      (error: unknown) => port.postMessage({ id, failure: toFailure(error) }),
    )
  })
}

/** The engine at the other end of `port`. After `lost` every request rejects with code 14 and the reason. */
export function remoteEngine(port: Port): { engine: Engine; lost: (reason: string) => void } {
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
  let last = 0
  let lostReason: string | undefined

  port.on('message', (message) => {
    const response = message as Response
    const caller = pending.get(response.id)
    pending.delete(response.id)
    if ('failure' in response) caller?.reject(toError(response.failure))
    else caller?.resolve(response.value)
  })

  function send<Method extends keyof Engine>(
    method: Method,
    ...args: Parameters<Engine[Method]>
  ): ReturnType<Engine[Method]> {
    const value = new Promise<unknown>((resolve, reject) => {
      if (lostReason !== undefined) return reject(unavailable(lostReason))
      last += 1
      pending.set(last, { resolve, reject })
      port.postMessage({ id: last, method, args })
    })
    // Both ends are this file: the value is what the method of this name returned.
    return value as ReturnType<Engine[Method]>
  }

  return {
    engine: {
      rows: (sql, params) => send('rows', sql, params),
      exec: (sql) => send('exec', sql),
      copyOut: (query, form) => send('copyOut', query, form),
      copyIn: (copyFrom, rows) => send('copyIn', copyFrom, rows),
      close: () => send('close'),
    },
    lost(reason) {
      lostReason = reason
      for (const caller of pending.values()) caller.reject(unavailable(reason))
      pending.clear()
    },
  }
}
