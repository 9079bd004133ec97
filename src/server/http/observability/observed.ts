import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { RequestLine } from '../../log.ts'
import { type RequestRecord, withRecord } from './request-record.ts'

/** Called when the last byte of a response has been sent, or when its client has disconnected. */
export type Observe = (line: RequestLine) => void

const tenths = (ms: number): number => Math.round(ms * 10) / 10

const lineOf = ({ requestId, operation, method, status, rows, bytes, databaseMs, startedAt }: RequestRecord) => ({
  requestId,
  operation,
  method,
  status,
  rows,
  bytes,
  ms: tenths(performance.now() - startedAt),
  databaseMs: tenths(databaseMs),
})

/** The service with an account of every request. */
export function observed(app: Hono, observe: Observe): Hono {
  const front = new Hono()
  front.all('*', ({ req: { raw }, env }) =>
    withRecord(
      raw.method,
      (record) => observe(lineOf(record)),
      async (record) => {
        const response = await app.fetch(raw, env)
        // A websocket has its connection to itself from here on.
        record.status = response === RESPONSE_ALREADY_SENT ? 101 : response.status
        if (!record.streaming) record.end()
        return response
      },
    ),
  )
  return front
}
