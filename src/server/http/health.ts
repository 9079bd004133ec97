import type { Hono } from 'hono'
import { servicePaths } from '../../wire/operations.ts'
import type { Services } from './route.ts'

const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }

/** `GET /health` (wire.md 1.4) reads no database: one that is slow or unreachable is no reason to restart the service. */
export function health(app: Hono, { send }: Services): void {
  app.get(servicePaths.health, ({ req: { raw: request } }) => send(request, { status: 200, headers, body: 'ok' }))
}
