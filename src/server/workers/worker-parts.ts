import type { Core } from '../core/core.ts'
import { Json, type Rendered } from '../json-text.ts'
import type { LiquidityHistories } from '../liquidity-history/liquidity-history.ts'
import type { SpamHistories } from '../spam-history/spam-history.ts'
import type { Turns } from '../store/drivers/connection-queue.ts'
import { untilAborted } from '../until-aborted.ts'
import type { Dialogue } from './dialogue.ts'
import type { CoreRequest, ToPrimary, ToWorker } from './questions.ts'

export type WithPrimary = Dialogue<ToPrimary, ToWorker>

/** The core node through the first process, so that all workers are one client to it. */
export function sharedCore(primary: WithPrimary): Core {
  async function ask<T extends Rendered<object>>(request: CoreRequest, signal: AbortSignal): Promise<T> {
    return new Json(await untilAborted(primary.ask('core', request, signal), signal)) as unknown as T
  }
  return {
    spamStatistics: (partyId, signal) => ask({ of: 'spamStatistics', partyId }, signal),
    statistics: (signal) => ask({ of: 'statistics' }, signal),
    time: (signal) => ask({ of: 'time' }, signal),
    blockHeight: (signal) => ask({ of: 'blockHeight' }, signal),
  }
}

/** The counters that the first process keeps. */
export function sharedHistories(primary: WithPrimary): SpamHistories {
  return {
    async listed() {
      const listed = await primary.ask('spamHistory', null)
      if (!listed) throw new Error('The first process watches nobody, though it was told to.')
      return listed
    },
    historyOf: async (partyId) => (await primary.ask('spamHistory', partyId)) ?? undefined,
  }
}

/** The liquidity positions that the first process keeps. */
export const sharedPositions = (primary: WithPrimary): LiquidityHistories => ({
  historyOf: async (partyId) => (await primary.ask('liquidityHistory', partyId ?? null)) ?? undefined,
})

/** The exports of all workers count as one. */
export function sharedExports(primary: WithPrimary): Turns {
  const leave = (turn: number) => (): void => {
    // A first process that is gone counts nothing any more.
    primary.ask('leaveExport', turn).catch(() => undefined)
  }
  return {
    async enter({ signal, maxWaitMs } = {}) {
      const turn = primary.ask('enterExport', maxWaitMs ?? null, signal).then(leave)
      try {
        return await untilAborted(turn, signal)
      } catch (error) {
        // It may have been granted at the moment of the abort.
        turn.then(
          (leave) => leave(),
          () => undefined,
        )
        throw error
      }
    },
  }
}
