import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { BlockList } from 'node:net'
import { isTrusted } from './client-address.ts'
import { type DashboardOptions, dashboardFiles } from './dashboard.ts'
import { clientLeft, lineOf, type Observe, withRecord } from './request-record.ts'
import { createService, type ServiceOptions } from './service.ts'
import { connectionsOf, socketOf } from './upgrade.ts'

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

interface NodeServiceOptions extends Omit<ServiceOptions, 'connectionOf' | 'files' | 'isCounted'>, DashboardOptions {
  /** Puts a switch in front of the service that makes it misbehave: development and tests only. */
  withFaults?: ((app: Hono) => Hono) | undefined
  /** Folder of the built dashboard; without it the service answers the interface alone. */
  dashboard?: string
  /** Called for every request; without it none is recorded. */
  observe?: Observe | undefined
}

/** The service behind Node's server: with addresses of clients, websockets, the dashboard's files and an account of requests. */
export function createNodeService(options: NodeServiceOptions): Hono {
  const { withFaults, dashboard, isDemo, trusted, frameAncestors, observe, ...rest } = options
  const app = createService({
    ...rest,
    connectionOf: connectionsOf(trusted),
    isCounted: observe !== undefined,
    files: dashboard === undefined ? undefined : dashboardFiles(dashboard, { isDemo, trusted, frameAncestors }),
  })
  const front = withFaults?.(app) ?? app
  return observe ? observed(front, observe, trusted) : front
}
