import type { Core } from '../core/core.ts'
import { type Rendered, joinMembers } from '../json-text.ts'
import type { RateLimit } from '../http/rate-limit/rate-limit.ts'
import type { ShownMetrics } from '../http/observability/metrics.ts'
import type { LiquidityHistories } from '../liquidity-history/liquidity-history.ts'
import type { SpamHistories } from '../spam-history/spam-history.ts'
import type { Turns } from '../store/drivers/connection-queue.ts'
import type { Answers } from './dialogue.ts'
import type { CoreRequest, ToPrimary } from './questions.ts'

/** What the first process keeps for all workers. */
export interface Kept {
  core: Core
  spamWatch: SpamHistories | undefined
  liquidityWatch: LiquidityHistories | undefined
  take: RateLimit['take'] | undefined
  exports: Turns
  metrics: () => Promise<ShownMetrics>
}

function fromCore(core: Core, request: CoreRequest, signal: AbortSignal): Promise<Rendered<object>> {
  return request.of === 'spamStatistics' ? core.spamStatistics(request.partyId, signal) : core[request.of](signal)
}

/** Exports of one worker, all of which end with it. */
export class ExportTurns {
  readonly #leaves = new Map<number, () => void>()
  #entered = 0

  constructor(private readonly turns: Turns) {}

  async enter(maxWaitMs: number | null, signal: AbortSignal): Promise<number> {
    const leave = await this.turns.enter({ signal, ...(maxWaitMs === null ? {} : { maxWaitMs }) })
    const turn = (this.#entered += 1)
    this.#leaves.set(turn, leave)
    return turn
  }

  leave(turn: number): void {
    this.#leaves.get(turn)?.()
    this.#leaves.delete(turn)
  }

  end(): void {
    for (const turn of this.#leaves.keys()) this.leave(turn)
  }
}

/** What a worker tells the first process. */
export interface Told {
  listening: (url: string) => void
  /** Passes a height on to the other workers; without one, tells the newest that was passed on. */
  height: (height?: string) => Promise<string>
}

/** The answers to one worker. */
export function primaryAnswers(kept: Kept, turns: ExportTurns, told: Told): Answers<ToPrimary> {
  return {
    core: async (request, signal) => joinMembers(await fromCore(kept.core, request, signal)),
    spamHistory: async (partyId) =>
      (partyId === null ? await kept.spamWatch?.listed() : await kept.spamWatch?.historyOf(partyId)) ?? null,
    liquidityHistory: async (partyId) => (await kept.liquidityWatch?.historyOf(partyId ?? undefined)) ?? null,
    turn: (address) => {
      if (!kept.take) throw new Error('This service has no --rate-limit.')
      return kept.take(address)
    },
    enterExport: (waitMs, signal) => turns.enter(waitMs, signal),
    leaveExport: (turn) => {
      turns.leave(turn)
      return null
    },
    metrics: () => kept.metrics(),
    begun: () => told.height(),
    height: (height) => told.height(height),
    listening: (url) => {
      told.listening(url)
      return null
    },
  }
}
