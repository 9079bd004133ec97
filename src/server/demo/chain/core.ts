import { type Core, subscriptions } from '../../core/core.ts'
import { ordersPerBlock } from '../market/bots.ts'
import { epochLength, type Micros, nanosText, rfc3339Nano, second } from './chain.ts'
import { namedParties } from '../world.ts'
import type { Network } from './network.ts'
import { powParameters, reportSpam } from '../spam/spam.ts'

const version = 'v0.77.5'

/** The network's numbers of wire.md 11.4; totals that the demo does not count are derived from the height. */
function statisticsOf({ world, tradings, bots, spam }: Network, started: Micros, now: Micros) {
  const { chain } = world
  const { height, time, epoch } = spam.head
  const transactions = bots.transactions(spam, { ...spam.head, height: height + 1 })
  const orders = transactions.filter(({ kind }) => kind === 'other').length
  const trades = tradings.reduce((sum, trading) => sum + trading.tradesOf(height).length, 0)
  const bytes = orders * 342 + (transactions.length - orders) * 517
  const created = height * 6
  return {
    blockHeight: String(height),
    backlogLength: String(transactions.length),
    totalPeers: String(world.byRole('validator').length + 8),
    genesisTime: rfc3339Nano(chain.genesis),
    currentTime: rfc3339Nano(now),
    uptime: rfc3339Nano(started),
    vegaTime: rfc3339Nano(time),
    status: 'CHAIN_STATUS_CONNECTED' as const,
    txPerBlock: String(transactions.length),
    averageTxBytes: String(Math.round(bytes / Math.max(1, transactions.length))),
    averageOrdersPerBlock: String(Math.floor(ordersPerBlock(world))),
    tradesPerSecond: String(trades),
    ordersPerSecond: String(orders),
    totalMarkets: String(world.markets.length),
    totalAmendOrder: String(height * 2),
    totalCancelOrder: String(height),
    totalCreateOrder: String(created),
    totalOrders: String(created + height * 3),
    totalTrades: String(Math.floor(height * 0.9)),
    ...subscriptions,
    appVersionHash: '',
    appVersion: version,
    chainVersion: '0.38.5',
    blockDuration: nanosText(time - chain.timeOf(height - 1)),
    blockHash: chain.hashOf(height).toUpperCase(),
    epochSeq: String(epoch),
    epochStartTime: rfc3339Nano(chain.timeOf(chain.firstFrom(chain.epochStart(epoch)))),
    epochExpiryTime: rfc3339Nano(chain.epochStart(epoch) + epochLength),
    chainId: chain.id,
    eventCount: String(transactions.length * 3 + trades * 7),
    eventsPerSecond: String(transactions.length * 3 + trades * 7),
  }
}

/** The core node of the demo, which reads the network in memory as of its last block. */
export function demoCore(network: () => Network, now: () => Micros): Core {
  const started = now() - (now() % second)
  return {
    async spamStatistics(partyId) {
      const { world, spam } = network()
      return { chainId: world.chain.id, statistics: reportSpam(world.chain, spam, partyId) }
    },
    statistics: async () => ({ statistics: statisticsOf(network(), started, now()) }),
    time: async () => ({ timestamp: nanosText(network().spam.head.time) }),
    knownParties: () => ({ parties: namedParties(network().world), invented: true }),
    async blockHeight() {
      const { world, spam } = network()
      return {
        height: String(spam.head.height),
        hash: world.chain.hashOf(spam.head.height),
        spamPowHashFunction: powParameters.hashFunction,
        spamPowDifficulty: powParameters.difficulty,
        spamPowNumberOfPastBlocks: powParameters.numberOfPastBlocks,
        spamPowNumberOfTxPerBlock: powParameters.txPerBlock,
        spamPowIncreasingDifficulty: powParameters.increasingDifficulty,
        chainId: world.chain.id,
      }
    },
  }
}
