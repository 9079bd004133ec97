import type { Hono } from 'hono'
import { servicePaths } from '../../wire/operations.ts'
import type { Services } from './route.ts'

const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }

/**
 * `GET /health`: `ok` as long as the service answers (wire.md 1.4). It asks no database: one that is slow or away is told
 * by the operations, and is no reason to start the service again.
 */
export function health(app: Hono, { send }: Services): void {
  app.get(servicePaths.health, ({ req: { raw: request } }) => send(request, { status: 200, headers, body: 'ok' }))
}
