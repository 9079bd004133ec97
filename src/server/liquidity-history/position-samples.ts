import type { LiquiditySample } from '../../wire/liquidity-history.ts'
import type { LiquidityProvider } from '../../wire/liquidity-providers.ts'

const maxEpochs = 100
const maxMarkets = 50

interface PositionReading {
  epochSeq: string
  positions: readonly LiquidityProvider[]
}

function sampleOf({ marketId, feeShare, sla }: LiquidityProvider, epochSeq: string, at: number): LiquiditySample {
  return {
    marketId,
    epochSeq,
    time: new Date(at).toISOString(),
    equityLikeShare: feeShare?.equityLikeShare ?? '',
    averageScore: feeShare?.averageScore ?? '',
    ...(sla && {
      currentEpochFractionOfTimeOnBook: sla.currentEpochFractionOfTimeOnBook,
      lastEpochFractionOfTimeOnBook: sla.lastEpochFractionOfTimeOnBook,
      lastEpochFeePenalty: sla.lastEpochFeePenalty,
    }),
  }
}

/** What was read of one party's positions: for each market the last reading of each epoch, of the newest epochs. */
export class PositionSamples {
  /** By market, the oldest epoch first. */
  readonly #markets = new Map<string, LiquiditySample[]>()

  /** `at`: Unix milliseconds of the service's clock. */
  add({ epochSeq, positions }: PositionReading, at: number): void {
    for (const position of positions) {
      const { marketId } = position
      const earlier = this.#markets.get(marketId) ?? []
      // Epochs only grow; a network that was reset counts them again.
      const before = earlier.filter((sample) => BigInt(sample.epochSeq) < BigInt(epochSeq))
      // The market that was read last comes last, so that the one that ended longest ago is the first to go.
      this.#markets.delete(marketId)
      this.#markets.set(marketId, [...before, sampleOf(position, epochSeq, at)].slice(-maxEpochs))
    }
    for (const marketId of [...this.#markets.keys()].slice(0, Math.max(0, this.#markets.size - maxMarkets))) {
      this.#markets.delete(marketId)
    }
  }

  /** By market id, the oldest epoch of each first. */
  get samples(): LiquiditySample[] {
    return [...this.#markets].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, samples]) => samples)
  }
}
