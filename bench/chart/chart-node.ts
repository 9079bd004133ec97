import { readFile } from 'node:fs/promises'
import { candleIdOf, listCandleIntervals, listCandles } from '../../src/wire/candles.ts'
import { listMarkets } from '../../src/wire/network.ts'
import { candlePage, marketPage } from './chart-rows.ts'
import { chartReferencePage } from './chart-reference.ts'
import {
  type Answer,
  type DashboardServer,
  Held,
  reply,
  replyJson,
  serveDashboard,
} from '../shared/dashboard-server.ts'

/** The built dashboard, a bare chart page and a node with candles at one address, answering from memory. */
export interface ChartNode extends DashboardServer {
  /** Requests for candles wait until it is called again with false. */
  hold: (held: boolean) => void
  /** Requests for candles that wait. */
  waiting: () => number
  /** How many candles back from the newest one were sent since the last call. */
  takeReach: () => number
}

const library = 'node_modules/lightweight-charts/dist/lightweight-charts.standalone.production.js'
const names = ['1 minute', '5 minutes', '15 minutes', '1 hour', '6 hours', '1 day']

const intervalsOf = (target: string): object => {
  const market = new URL(target, 'http://node').searchParams.get('marketId') ?? ''
  return {
    intervalToCandleId: names.map((interval) => ({ interval, candleId: candleIdOf(interval, market) })),
  }
}

/** Starts it on a free port of this machine. */
export async function startChartNode(markets: readonly string[]): Promise<ChartNode> {
  const script = reply('text/javascript', await readFile(library))
  const held = new Held()
  let holding = false
  let reach = 0
  const answer: Answer = (path, target) => {
    if (path === '/chart-library.js') return script
    if (path === '/reference') return reply('text/html', chartReferencePage)
    if (path === listMarkets.path) return replyJson(marketPage(markets))
    if (path === listCandleIntervals.path) return replyJson(intervalsOf(target))
    if (path !== listCandles.path) return undefined
    const page = (): ReturnType<typeof replyJson> => {
      const found = candlePage(target)
      reach = Math.max(reach, found.reach)
      return replyJson(found.reply)
    }
    return holding ? held.wait(page) : page()
  }
  return {
    ...(await serveDashboard(answer)),
    hold(on) {
      holding = on
      if (!on) held.release()
    },
    waiting: () => held.count,
    takeReach() {
      const count = reach
      reach = 0
      return count
    },
  }
}
