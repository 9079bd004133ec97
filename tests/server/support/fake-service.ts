import { once } from 'node:events'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { recentBlockOf } from '../../../src/server/database/chain.ts'
import { dashboardFiles } from '../../../src/server/http/dashboard.ts'
import { fallbackRoute } from '../../../src/server/http/failure.ts'
import { connectionsOf } from '../../../src/server/http/upgrade.ts'
import { noCore } from '../../../src/server/core/core.ts'
import type { Services } from '../../../src/server/http/route.ts'
import type { Db, SqlRow } from '../../../src/server/database/db.ts'
import { transport } from '../../../src/server/http/transport.ts'

/** For tests: a database that answers every read with the same rows. */
export function fakeDb(rows: SqlRow[], parts: Partial<Db> = {}): Db {
  const db: Db = {
    rows: () => Promise.resolve(rows),
    async *copy() {},
    openExport: () => Promise.resolve(db),
    close: () => Promise.resolve(),
    ...parts,
  }
  return db
}

/** Height, time and hash of a block, as its query gives them. */
export const fakeBlock: SqlRow = ['24122', '1711843200000000000', 'ab']

/** For tests: a service with the routes of `register` only, between the real transport and fallback route. */
export function fakeApp(
  register: (app: Hono, services: Services) => void,
  db = fakeDb([fakeBlock]),
  dashboard?: string,
): Hono {
  const app = new Hono()
  const services: Services = {
    db,
    core: noCore(db),
    recentBlock: recentBlockOf(db),
    send: transport('9.9.9'),
    connectionOf: connectionsOf(undefined),
  }
  register(app, services)
  fallbackRoute(app, services, dashboard === undefined ? undefined : dashboardFiles(dashboard))
  return app
}

/** For tests: serves an app on a free port of this machine. */
export async function listen(app: Hono): Promise<{ url: string; port: number; close: () => Promise<void> }> {
  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
