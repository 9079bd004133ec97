import { expose, transfer, transferHandlers, wrap } from 'comlink'
import nodeEndpoint, { type NodeEndpoint } from 'comlink/dist/umd/node-adapter.js'
import { Fault, unavailable } from '../../fault.ts'
import { orAborted } from '../../../client/timer.ts'
import { StatementError } from '../db.ts'
import type { Engine } from './engine.ts'

interface Failure {
  message: string
  sqlState?: string
  where?: string
}

const toFailure = (error: unknown): Failure =>
  error instanceof StatementError
    ? { message: error.message, sqlState: error.sqlState, where: error.where }
    : { message: error instanceof Error ? error.message : String(error) }

const toError = ({ message, sqlState, where }: Failure): Error =>
  sqlState === undefined ? new Error(message) : new StatementError(message, sqlState, where)

// Comlink's own handler keeps the message of an error, but not its SQLSTATE.
const thrown = transferHandlers.get('throw')
transferHandlers.set('throw', {
  canHandle: (value): value is unknown => thrown?.canHandle(value) === true,
  serialize: (value) => [toFailure((value as { value: unknown }).value), []],
  deserialize(failure) {
    throw toError(failure as Failure)
  },
})

/** Responds to the requests that arrive at `port` from `engine`. Bytes are transferred, not copied. */
export function serveEngine(port: NodeEndpoint, engine: Engine): void {
  const copyOut: Engine['copyOut'] = async (query) => {
    const bytes = await engine.copyOut(query)
    return transfer(bytes, [bytes.buffer])
  }
  expose({ ...engine, copyOut }, nodeEndpoint(port))
}

/** The engine at the other end of `port`. After `lost` every request rejects with its reason, a sentence or a Fault of code 14. */
export function remoteEngine(port: NodeEndpoint, lost: AbortSignal): Engine {
  const remote = wrap<Engine>(nodeEndpoint(port))
  const reached = <T>(response: Promise<T>): Promise<T> =>
    orAborted(response, lost).catch((error: unknown) => {
      if (!lost.aborted) throw error
      throw lost.reason instanceof Fault ? lost.reason : unavailable(String(lost.reason))
    })
  return {
    rows: (sql, params) => reached(remote.rows(sql, params)),
    exec: (sql) => reached(remote.exec(sql)),
    copyOut: (query) => reached(remote.copyOut(query)),
    copyIn: (copyFrom, rows) => reached(remote.copyIn(copyFrom, rows)),
    close: () => reached(remote.close()),
  }
}
