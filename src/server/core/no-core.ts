import type { Core } from './core.ts'
import { unavailable } from '../fault.ts'
import { readChain, readLastBlock } from '../database/chain.ts'
import type { Db } from '../database/db.ts'
import { trimFraction } from '../sql/statement.ts'

const streams = 'order trade candle marketDepth marketDepthUpdates positions account marketData'.split(' ')
/** The network reports counters of subscriptions to a core node; here there are none. */
export const subscriptions = Object.fromEntries(streams.map((name) => [`${name}Subscriptions`, 0]))

const counters = `backlogLength totalPeers txPerBlock averageTxBytes averageOrdersPerBlock tradesPerSecond ordersPerSecond
  totalMarkets totalAmendOrder totalCancelOrder totalCreateOrder totalOrders totalTrades`

/** Statistics of a core node that no database holds. */
const uncounted = {
  ...Object.fromEntries(counters.split(/\s+/).map((name) => [name, '0'])),
  ...subscriptions,
  appVersionHash: '',
  appVersion: '',
  chainVersion: '',
  blockDuration: '0',
  eventCount: '0',
  eventsPerSecond: '0',
  genesisTime: '',
  uptime: '',
}

/** Why what a core node knows is not there, and what to do. */
const startWithCore = {
  spam: "Spam statistics live in a core node's memory: start Lyra with --core URL.",
  work: 'The proof-of-work parameters in force are known to a core node only: start Lyra with --core URL.',
}

/** Where no core node is known: the chain as the store knows it; other data is refused with code 14 and the sentence for it. */
export function noCore(db: Db, { spam, work } = startWithCore): Core {
  return {
    spamStatistics: () => Promise.reject(unavailable(spam)),
    blockHeight: () => Promise.reject(unavailable(work)),
    async statistics(signal) {
      const stored = await readChain(db, signal)
      return {
        statistics: {
          ...uncounted,
          ...stored,
          currentTime: trimFraction(new Date().toISOString()),
          status: 'CHAIN_STATUS_DISCONNECTED',
        },
      }
    },
    async time(signal) {
      const block = await readLastBlock(db, signal)
      return { timestamp: block?.time ?? '0' }
    },
  }
}
