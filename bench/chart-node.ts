import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type ServerResponse, createServer } from 'node:http'
import { candleIdOf } from '../src/wire/candles.ts'
import { candlePage, marketPage } from './chart-rows.ts'
import { chartReferencePage } from './chart-reference.ts'
import { type File, readDashboard } from './generated-node.ts'

/** The built dashboard, a bare chart page and a node with candles at one address, answering from memory. */
export interface ChartNode {
  url: string
  /** Candles are not answered before it is called again with false. */
  hold: (held: boolean) => void
  /** Requests for candles that wait for an answer. */
  waiting: () => number
  stop: () => void
}

const library = 'node_modules/lightweight-charts/dist/lightweight-charts.standalone.production.js'
const names = ['1 minute', '5 minutes', '15 minutes', '1 hour', '6 hours', '1 day']

const intervalsOf = (target: string): object => {
  const market = new URL(target, 'http://node').searchParams.get('marketId') ?? ''
  return {
    intervalToCandleId: names.map((interval) => ({ interval, candleId: candleIdOf(interval, market) })),
  }
}

/** Starts it on a free port of this machine; markets are told by their numbers of candles. */
export async function startChartNode(markets: readonly number[]): Promise<ChartNode> {
  const files = await readDashboard()
  files.set('/chart-library.js', { headers: { 'Content-Type': 'text/javascript' }, bytes: await readFile(library) })
  files.set('/reference', { headers: { 'Content-Type': 'text/html' }, bytes: Buffer.from(chartReferencePage) })
  let held = false
  let waiting: (() => void)[] = []

  const send = (response: ServerResponse, { headers, bytes }: File): void => {
    response.writeHead(200, { ...headers, 'Content-Length': bytes.byteLength, 'Cache-Control': 'no-store' }).end(bytes)
  }
  const sendJson = (response: ServerResponse, value: object): void =>
    send(response, { headers: { 'Content-Type': 'application/json' }, bytes: Buffer.from(JSON.stringify(value)) })

  const server = createServer((request, response) => {
    const target = request.url ?? '/'
    const path = target.split('?')[0] ?? '/'
    const file = files.get(path)
    if (file) return send(response, file)
    if (path === '/api/v2/markets') return sendJson(response, marketPage(markets))
    if (path === '/api/v2/candle/intervals') return sendJson(response, intervalsOf(target))
    if (path === '/api/v2/candle') {
      const go = (): void => sendJson(response, candlePage(target))
      if (held) waiting.push(go)
      else go()
      return undefined
    }
    const index = files.get('/index.html')
    if (index && request.headers.accept?.includes('text/html')) return send(response, index)
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"code":5,"message":"Not Found","details":[]}')
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    hold(on) {
      held = on
      if (on) return
      const released = waiting
      waiting = []
      for (const go of released) go()
    },
    waiting: () => waiting.length,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
