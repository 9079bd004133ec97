import { unavailable } from '../../../error.ts'
import type { Engine } from './engine.ts'
import { StatementError } from '../../statement-error.ts'

/** What a request says: which method of the engine, with which arguments. */
type Request = {
  [Method in keyof Engine]: { id: number; method: Method; args: Parameters<Engine[Method]> }
}[keyof Engine]

interface Failure {
  message: string
  sqlState?: string
  where?: string
}
type Answer = { id: number; value: unknown } | { id: number; failure: Failure }

/** Either end of a channel: a worker, its parent's port, or half of a MessageChannel. */
export interface Port {
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

const failureOf = (error: unknown): Failure =>
  error instanceof StatementError
    ? { message: error.message, sqlState: error.sqlState, where: error.where }
    : { message: error instanceof Error ? error.message : String(error) }

const errorOf = ({ message, sqlState, where }: Failure): Error =>
  sqlState === undefined ? new Error(message) : new StatementError(message, sqlState, where)

const handedOver = (value: unknown): ArrayBuffer[] =>
  value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : []

function call(engine: Engine, request: Request): Promise<unknown> {
  switch (request.method) {
    case 'rows':
      return engine.rows(...request.args)
    case 'exec':
      return engine.exec(...request.args)
    case 'copyOut':
      return engine.copyOut(...request.args)
    case 'copyIn':
      return engine.copyIn(...request.args)
    case 'close':
      return engine.close()
  }
}

/** Answers what comes through `port` from `engine`, in order. Bytes are handed over, not copied. */
export function serveEngine(port: Port, engine: Engine): void {
  port.on('message', (message) => {
    // The other end is `remoteEngine` of this file.
    const request = message as Request
    void call(engine, request).then(
      (value) => port.postMessage({ id: request.id, value }, handedOver(value)),
      (error: unknown) => port.postMessage({ id: request.id, failure: failureOf(error) }),
    )
  })
}

/** The engine at the other end of `port`. `lost` tells that nobody is there any more: everything is refused with code 14. */
export function remoteEngine(port: Port): { engine: Engine; lost: (reason: string) => void } {
  const asked = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
  let last = 0
  let gone: string | undefined

  port.on('message', (message) => {
    const answer = message as Answer
    const caller = asked.get(answer.id)
    asked.delete(answer.id)
    if ('failure' in answer) caller?.reject(errorOf(answer.failure))
    else caller?.resolve(answer.value)
  })

  function ask<Method extends keyof Engine>(
    method: Method,
    ...args: Parameters<Engine[Method]>
  ): ReturnType<Engine[Method]> {
    const answer = new Promise<unknown>((resolve, reject) => {
      if (gone !== undefined) return reject(unavailable(gone))
      last += 1
      asked.set(last, { resolve, reject })
      port.postMessage({ id: last, method, args })
    })
    // Both ends are this file: what comes back is what the method of the same name returned.
    return answer as ReturnType<Engine[Method]>
  }

  return {
    engine: {
      rows: (sql, params) => ask('rows', sql, params),
      exec: (sql) => ask('exec', sql),
      copyOut: (query, form) => ask('copyOut', query, form),
      copyIn: (copyFrom, rows) => ask('copyIn', copyFrom, rows),
      close: () => ask('close'),
    },
    lost(reason) {
      gone = reason
      for (const caller of asked.values()) caller.reject(unavailable(reason))
      asked.clear()
    },
  }
}
