import type { Turn } from '../http/rate-limit/token-buckets.ts'
import type { ShownMetrics } from '../http/observability/metrics.ts'
import type { LiquidityHistory } from '../liquidity-history/liquidity-history.ts'
import type { SpamHistory } from '../spam-history/spam-history.ts'

/** Requests of the core node, as `Core` has them. */
export type CoreRequest = { of: 'spamStatistics'; partyId: string } | { of: 'statistics' | 'time' | 'blockHeight' }

/** What a worker asks the first process, which keeps what all of them share. */
export interface ToPrimary {
  /** The JSON text of the reply. */
  core: (request: CoreRequest) => string
  /** Of no party: who is watched. Null where the party is not. */
  spamHistory: (partyId: string | null) => SpamHistory | null
  /** The same of its liquidity positions. */
  liquidityHistory: (partyId: string | null) => LiquidityHistory | null
  /** Counts a request of an address (`--rate-limit`). */
  turn: (address: string) => Turn
  /** Waits for one of the exports that may run at once; the number is for `leaveExport`. */
  enterExport: (waitMs: number | null) => number
  leaveExport: (turn: number) => null
  /** The worker has read a block that is newer than all it knew; answered once the others know it. */
  height: (height: string) => string
  /** The metrics of all processes together. */
  metrics: (input: null) => ShownMetrics
  /** The worker receives messages of the primary process; the newest block that any worker has read is the answer. */
  begun: (input: null) => string
  /** The worker answers requests at this address. */
  listening: (url: string) => null
}

/** What the first process asks a worker. */
export interface ToWorker {
  /** Ends what runs, then the process. */
  stop: (input: null) => null
  metrics: (input: null) => object[]
  /** Another worker shows this block from now on. */
  height: (height: string) => null
}
