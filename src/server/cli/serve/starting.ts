import { Hono } from 'hono'
import { code } from '../../../wire/protocol/error.ts'
import { isServicePath } from '../../../wire/operations.ts'
import { plainFailure } from '../../fault.ts'
import { listen } from '../../http/listen.ts'
import { log } from '../../log.ts'
import type { ServeOptions } from '../command-line.ts'

/** Running requests are short: each is answered at once. */
const stopMs = 1000

/** Percent of the work that is done, from words such as `ledger, 40 %`; the candles before it take little. */
const percentOf = (written: string): number => Number(/(\d+) %/.exec(written)?.[1] ?? 4)

/** The page has a style of its own and nothing else. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** How far a start is: what is written of a demo network, undefined for another source, and what becomes of the dashboard. */
interface Start {
  written: string | undefined
  dashboard: 'being built' | 'ready'
}

const network = (written: string): string => `<p>
            The first start makes a year of candles and 90 days of ledger entries. Lyra opens here when it is ready.
          </p>
          <progress max="100" value="${percentOf(written)}" aria-label="Demo network"></progress>
          <p>Now: ${written}</p>`

/** The page that says how far a start is, and opens the dashboard in its place when that answers. */
const page = ({ written, dashboard }: Start): string => `<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="refresh" content="1" />
        <title>Starting – Lyra</title>
        <style>
          body {
            display: grid;
            place-content: center;
            min-height: 90vh;
            margin: 1rem;
            font: 0.875rem/1.5 system-ui, sans-serif;
            color: light-dark(#34424d, #bcc7d0);
            background: light-dark(#f1f3f3, #0a0d10);
          }
          main {
            max-width: 30rem;
            padding: 1.5rem;
            border-radius: 10px;
            background: light-dark(#ffffff, #11161b);
          }
          h1 {
            margin: 0;
            font-size: 1.125rem;
            color: light-dark(#0e151a, #e9eef2);
          }
          p {
            margin: 0.25rem 0 0;
          }
          progress {
            width: 100%;
            margin-top: 1rem;
            accent-color: light-dark(#1a4cb5, #a9c8ff);
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${written === undefined ? 'Lyra' : 'The demo network'} is starting</h1>
          ${written === undefined ? '' : network(written)}
          <p>Dashboard: ${dashboard}</p>
        </main>
      </body>
    </html>`

/** What is answered before there is a network: a page for readers, an error that says when to ask again for programs. */
export function startingApp(start: () => Start): Hono {
  const app = new Hono()
  app.all('*', ({ req }) => {
    const headers = { 'Retry-After': '2', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
    if (req.header('accept')?.includes('text/html') && !isServicePath(req.path)) {
      const type = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }
      return new Response(page(start()), { status: 503, headers: { ...headers, ...type } })
    }
    const { written, dashboard } = start()
    const what =
      written === undefined ? `Lyra is starting (dashboard: ${dashboard})` : `The demo network is starting (${written})`
    const message = `${what}; try again in a few seconds.`
    const { status, body } = plainFailure(503, code.unavailable, message)
    const type = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' }
    return new Response(body, { status, headers: { ...headers, ...type } })
  })
  return app
}

/** Whether the process that started this one builds the dashboard meanwhile, and says by a message when it is built. */
const isDashboardBuilt = (): boolean => process.env['LYRA_DASHBOARD'] !== 'building' || !process.connected

/** Resolves when the dashboard is built, when its build has ended without it, and when `stop` aborts. */
async function dashboardBuilt(stop: AbortSignal): Promise<void> {
  await new Promise<unknown>((resolve) => {
    const onMessage = (message: unknown): void => {
      if (message === 'built') resolve(process.off('message', onMessage))
    }
    process.on('message', onMessage)
    process.once('disconnect', resolve)
    stop.addEventListener('abort', resolve, { once: true })
  })
  // The channel would keep this process alive.
  if (process.connected) process.disconnect()
}

/**
 * Runs `work`, which makes a demo network and tells what it writes, while its progress is served at the address of the
 * service, and waits for a dashboard that is being built; other sources open at once. Rejects with a sentence when that
 * address cannot be used.
 */
export async function whileStarting<Result>(
  { data, database, host, port }: Pick<ServeOptions, 'data' | 'database' | 'host' | 'port'>,
  work: (onProgress: (words: string) => void) => Promise<Result>,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Result> {
  const start: Start = {
    written: data === undefined && database === undefined ? 'opening its database' : undefined,
    dashboard: isDashboardBuilt() ? 'ready' : 'being built',
  }
  const onProgress = (words: string): void => void (start.written = words)
  const built =
    start.dashboard === 'ready' ? undefined : dashboardBuilt(stopping).then(() => (start.dashboard = 'ready'))
  const open = async (): Promise<Result> => {
    const result = await work(onProgress)
    await built
    return result
  }
  // Port 0 is a new port at each start: no browser can have its address open yet.
  if ((start.written === undefined && !built) || port === 0) return open()
  const app = startingApp(() => start)
  const { url, stop } = await listen(app, host, port)
  log.info(`Lyra starts at ${url}`)
  try {
    return await open()
  } finally {
    await stop(stopMs)
  }
}
