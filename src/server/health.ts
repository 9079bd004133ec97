import type { Hono } from 'hono'
import type { Services } from './route.ts'

const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }

/** `GET /health`: `ok`, or 503 and a sentence while the database is away (wire.md 1.4). */
export function health(app: Hono, { db, send }: Services): void {
  app.get('/health', async ({ req: { raw: request } }) =>
    (await db.healthy().catch(() => false))
      ? send(request, { status: 200, headers, body: 'ok' })
      : send(request, { status: 503, headers, body: 'The database cannot be reached; the service keeps trying.\n' }),
  )
}
