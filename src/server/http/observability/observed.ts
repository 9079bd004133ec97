import type { BlockList } from 'node:net'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { RequestLine } from '../../log.ts'
import { isTrusted } from '../client-address.ts'
import { socketOf } from '../upgrade.ts'
import { type RequestRecord, clientLeft, withRecord } from './request-record.ts'

/** Called when the last byte of a response has been sent, or when its client has disconnected. */
export type Observe = (line: RequestLine) => void

const tenths = (ms: number): number => Math.round(ms * 10) / 10

const lineOf = ({
  requestId,
  operation,
  method,
  status,
  rows,
  bytes,
  databaseMs,
  startedAt,
  cache,
}: RequestRecord) => ({
  requestId,
  operation,
  method,
  status,
  rows,
  bytes,
  ms: tenths(performance.now() - startedAt),
  databaseMs: tenths(databaseMs),
  ...(cache && { cache }),
})

/** The id that a trusted proxy has given a request; undefined for none, and for what would not be plain in a log. */
function givenId(request: Request, env: unknown, trusted: BlockList | undefined): string | undefined {
  const id = request.headers.get('x-request-id')
  if (!trusted || id === null || !/^[\w.:+/=@-]{1,128}$/.test(id)) return undefined
  return isTrusted(socketOf(env)?.remoteAddress ?? '', trusted) ? id : undefined
}

/** The service with an account of every request. `trusted`: proxies whose `X-Request-Id` is taken over. */
export function observed(app: Hono, observe: Observe, trusted?: BlockList): Hono {
  const front = new Hono()
  front.all('*', ({ req: { raw }, env }) =>
    withRecord(
      { method: raw.method, requestId: givenId(raw, env, trusted) },
      (record) => observe(lineOf(record)),
      async (record) => {
        const response = await app.fetch(raw, env)
        // A websocket has its connection to itself from here on.
        record.status = response === RESPONSE_ALREADY_SENT ? 101 : response.status
        if (raw.signal.aborted && !record.streaming) record.status = clientLeft
        if (!record.streaming) record.end()
        return response
      },
    ),
  )
  return front
}
