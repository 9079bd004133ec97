import type { AnyOperation, Params, Reply } from '../../wire/protocol/operation.ts'
import type { Core } from '../core/core.ts'
import type { Rendered } from '../json-text.ts'
import type { LiquidityHistories } from '../liquidity-history/liquidity-history.ts'
import type { SpamHistories } from '../spam-history/spam-history.ts'
import type { Db } from '../store/db.ts'

/** What a handler may use. `signal` aborts when the client disconnects. */
export interface Context {
  db: Db
  core: Core
  /** Absent where no party is watched. */
  spamWatch?: SpamHistories | undefined
  liquidityWatch?: LiquidityHistories | undefined
  signal: AbortSignal
}

/** Handles one operation. Rejects with a Fault; knows neither HTTP nor SQL. */
export type Handler<Op extends AnyOperation> = (context: Context, params: Params<Op>) => Promise<Rendered<Reply<Op>>>
