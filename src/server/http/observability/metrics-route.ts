import { Hono } from 'hono'
import type { Metrics } from './metrics.ts'

/** Answers the metrics at one path; `app` is the service, or nothing on a port of their own. */
export function withMetrics(app: Hono | undefined, metrics: Pick<Metrics, 'text'>, path: string): Hono {
  const front = new Hono()
  front.get(path, async () => {
    const { contentType, body } = await metrics.text()
    return new Response(body, { headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' } })
  })
  if (app) front.all('*', ({ req: { raw }, env }) => app.fetch(raw, env))
  return front
}
