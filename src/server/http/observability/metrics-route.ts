import { Hono } from 'hono'
import type { Metrics } from './metrics.ts'

/** `localhost`, `127.0.0.1`, `[::1]` and their like. */
const isLoopbackName = (host: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host)

/**
 * The app of a loopback address, for requests that name such an address: a page of another site, whose name may be made to
 * point at this machine (DNS rebinding), cannot read what is meant for this machine alone.
 */
export function onlyLoopbackNames(app: Hono): Hono {
  const front = new Hono()
  front.all('*', ({ req: { raw }, env }) =>
    isLoopbackName(new URL(raw.url).hostname)
      ? app.fetch(raw, env)
      : new Response('This address answers only by a name of this machine, such as localhost.', { status: 421 }),
  )
  return front
}

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
