import type { BlockList } from 'node:net'
import type { Hono, MiddlewareHandler } from 'hono'
import { code } from '../../../wire/protocol/error.ts'
import type { AnyOperation } from '../../../wire/protocol/operation.ts'
import { plainFailure } from '../../error.ts'
import { currentRecord } from '../observability/request-record.ts'
import type { Send } from '../transport.ts'
import { socketOf } from '../upgrade.ts'
import { clientAddress } from './client-address.ts'
import type { Turn } from './token-buckets.ts'

export interface RateLimit {
  /** Requests a second of one address; five times as many at once. */
  perSecond: number
  trusted: BlockList
  /** Counts a request of this address. */
  take: (address: string) => Turn
}

/** The network's header names (wire.md 10.3). */
const headersOf = (perSecond: number, turn: Turn, address: string): Record<string, string> => ({
  'Ratelimit-Limit': String(perSecond),
  'Ratelimit-Remaining': String(turn.remaining),
  'Ratelimit-Reset': '1',
  'Ratelimit-Request-Remote-Addr': address,
})

/** Counts the requests of each address for operations; what tells the service's health and the dashboard's files are free. */
export function limitRequests(
  app: Hono,
  send: Send,
  operations: readonly AnyOperation[],
  { perSecond, trusted, take }: RateLimit,
): void {
  const limited =
    (op: AnyOperation): MiddlewareHandler =>
    async (context, next) => {
      const request = context.req.raw
      const peer = socketOf(context.env)?.remoteAddress ?? ''
      const address = clientAddress(peer, request.headers.get('x-forwarded-for'), trusted)
      const turn = take(address)
      const headers = headersOf(perSecond, turn, address)
      if (!turn.allowed) {
        const record = currentRecord()
        if (record) record.operation = op.name
        const failure = plainFailure(429, code.resourceExhausted, 'api request rate limit exceeded')
        const more = { 'Content-Type': 'application/json', 'Retry-After': String(turn.retryAfter) }
        return send(request, { ...failure, headers: { ...headers, ...more } })
      }
      await next()
      // Streams and exports have no such headers (wire.md 5.1).
      if (op.stream || op.media) return undefined
      for (const [name, value] of Object.entries(headers)) context.header(name, value)
    }
  for (const op of operations) {
    for (const path of new Set([op.path, op.path.replace(/:\w+$/, '')])) app.get(path, limited(op))
  }
}
