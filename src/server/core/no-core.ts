import type { Core } from './core.ts'
import { unavailable } from '../error.ts'
import { readChain, readLastBlock } from '../store/network/chain.ts'
import type { Db } from '../store/db.ts'
import { trimFraction } from '../store/sql.ts'

/** Statistics of a core node that no database holds. */
const uncounted = {
  backlogLength: '0',
  totalPeers: '0',
  txPerBlock: '0',
  averageTxBytes: '0',
  averageOrdersPerBlock: '0',
  tradesPerSecond: '0',
  ordersPerSecond: '0',
  totalMarkets: '0',
  totalAmendOrder: '0',
  totalCancelOrder: '0',
  totalCreateOrder: '0',
  totalOrders: '0',
  totalTrades: '0',
  orderSubscriptions: 0,
  tradeSubscriptions: 0,
  candleSubscriptions: 0,
  marketDepthSubscriptions: 0,
  marketDepthUpdatesSubscriptions: 0,
  positionsSubscriptions: 0,
  accountSubscriptions: 0,
  marketDataSubscriptions: 0,
  appVersionHash: '',
  appVersion: '',
  chainVersion: '',
  blockDuration: '0',
  eventCount: '0',
  eventsPerSecond: '0',
  genesisTime: '',
  uptime: '',
}

/** Where no core node is known: the chain as the store knows it; other data is refused with code 14 and what to do. */
export function noCore(db: Db): Core {
  return {
    spamStatistics: () =>
      Promise.reject(unavailable("Spam statistics live in a core node's memory: start Lyra with --core URL.")),
    blockHeight: () =>
      Promise.reject(
        unavailable('The proof-of-work parameters in force are known to a core node only: start Lyra with --core URL.'),
      ),
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
