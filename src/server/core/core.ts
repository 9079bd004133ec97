import type { listKnownParties } from '../../wire/known-parties.ts'
import type { getBlockHeight, getStatistics, getTime } from '../../wire/network.ts'
import type { Reply } from '../../wire/protocol/operation.ts'
import type { getSpamStatistics } from '../../wire/spam-statistics.ts'
import type { Rendered } from '../json-text.ts'
import { unavailable } from '../fault.ts'
import { readChain, readLastBlock } from '../database/chain.ts'
import type { Db } from '../database/db.ts'
import { trimFraction } from '../sql/statement.ts'
import * as v from 'valibot'
import { ErrorBody } from '../../wire/protocol/error.ts'
import { jsonOf } from '../../wire/scalar.ts'

/** What the requests to a core node came to, since the start. */
export interface CoreTraffic {
  /**
   * How many, and seconds until their end, by HTTP status; `late` without an answer in time, `unreachable` without any, `held`
   * for those that were not sent, because the node had refused others.
   */
  answers: ReadonlyMap<string, { count: number; seconds: number }>
  /** Milliseconds until requests are sent again; 0 unless the node limits or bans this service. */
  heldMs: number
}

/** Data that only a core node has: its REST server (`--core URL`) or the demo network. Methods reject with a Fault. */
export interface Core {
  spamStatistics(partyId: string, signal: AbortSignal): Promise<Rendered<Reply<typeof getSpamStatistics>>>
  statistics(signal: AbortSignal): Promise<Rendered<Reply<typeof getStatistics>>>
  time(signal: AbortSignal): Promise<Rendered<Reply<typeof getTime>>>
  /** Parties that the operator of the network has named; may be empty. */
  knownParties?(): Reply<typeof listKnownParties>
  /** Absent where the answers are made here. */
  traffic?(): CoreTraffic
  blockHeight(signal: AbortSignal): Promise<Rendered<Reply<typeof getBlockHeight>>>
}

const streams = 'order trade candle marketDepth marketDepthUpdates positions account marketData'.split(' ')
/** The network reports counters of subscriptions to a core node; here there are none. */
export const subscriptions = Object.fromEntries(streams.map((name) => [`${name}Subscriptions`, 0]))

/** What a core node counts, as text. */
export const counters =
  `backlogLength totalPeers txPerBlock averageTxBytes averageOrdersPerBlock tradesPerSecond ordersPerSecond
  totalMarkets totalAmendOrder totalCancelOrder totalCreateOrder totalOrders totalTrades`.split(/\s+/)

const uncounted = {
  ...Object.fromEntries(counters.map((name) => [name, '0'])),
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

/** The texts of longer error bodies are cut. */
const maxLength = 4096
const maxTextLength = 1000

const GivenBody = v.looseObject({ ...ErrorBody.entries, code: v.number() })

const cut = (text = ''): string => (text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}…`)

/** The error body of another node as JSON text of at most about 4 KB; undefined for other text. */
export function errorBodyOf(text: string): string | undefined {
  const body = v.safeParse(GivenBody, jsonOf(text))
  if (!body.success) return undefined
  if (text.length <= maxLength) return text
  const { code, message, details } = body.output
  return JSON.stringify({
    code,
    message: cut(message),
    details: details.slice(0, 1).map((detail) => ({
      '@type': cut(detail['@type']),
      code: detail.code,
      message: cut(detail.message),
      inner: cut(detail.inner),
    })),
  })
}
