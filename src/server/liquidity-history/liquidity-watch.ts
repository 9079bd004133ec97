import { Fault } from '../fault.ts'
import { log } from '../log.ts'
import type { Db } from '../database/db.ts'
import type { LiquidityHistories, LiquidityHistory } from './liquidity-history.ts'
import { PositionSamples } from './position-samples.ts'
import { readPositions, readRunningEpoch } from './read-positions.ts'

/** The time between two rounds. Epochs last hours: the last reading of one is at most this old when it ends. */
const intervalMs = 60_000

/** Times are Unix milliseconds. `sleep` rejects when the signal aborts. */
export interface LiquidityClock {
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Reads the liquidity positions of the watched parties over and over and keeps the last reading of each epoch in memory. */
export class LiquidityWatch implements LiquidityHistories {
  readonly #samples: ReadonlyMap<string, PositionSamples>

  /** `partyIds`: distinct ids in lower case. */
  constructor(
    partyIds: readonly string[],
    private readonly db: Db,
    private readonly clock: LiquidityClock,
  ) {
    this.#samples = new Map(partyIds.map((partyId) => [partyId, new PositionSamples()]))
  }

  historyOf(partyId: string | undefined): LiquidityHistory | undefined {
    const listed = { now: new Date(this.clock.now()).toISOString(), watched: [...this.#samples.keys()] }
    if (partyId === undefined) return { ...listed, samples: [] }
    const party = this.#samples.get(partyId.toLowerCase())
    return party && { ...listed, samples: party.samples }
  }

  /** Reads until the signal aborts, one party after the other, so that other reads wait for one of these at most. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#round(signal)
      await this.clock.sleep(intervalMs, signal).catch(() => undefined)
    }
  }

  async #round(signal: AbortSignal): Promise<void> {
    try {
      let epochSeq = await readRunningEpoch(this.db, signal)
      for (const [partyId, party] of this.#samples) {
        if (epochSeq === undefined || signal.aborted) return
        const positions = await readPositions(this.db, partyId, signal)
        const after = await readRunningEpoch(this.db, signal)
        // Between two epochs it is not known to which of them a reading belongs.
        if (after === epochSeq) party.add({ epochSeq, positions }, this.clock.now())
        epochSeq = after
      }
    } catch (error) {
      // A database that is busy or away is read again in the next round.
      if (!signal.aborted && !(error instanceof Fault)) log.error('The liquidity positions could not be read:', error)
    }
  }
}
