import type { LiquiditySample } from '../../../wire/liquidity-history.ts'
import { decimal, fraction, missing, plain, points, type Row, type Side } from './differences.ts'
import type { Histories } from './history-query.ts'

type Read = (sample: LiquiditySample) => Side

/** An epoch of both parties. */
export interface EpochRow extends Row {
  epochSeq: string
}

/** Time on book and score of both on a market, the newest epoch first. An epoch that was not read is unknown, never zero. */
export function historyRows(
  histories: Histories,
  parties: readonly [string, string],
  marketId: string,
): { timeOnBook: EpochRow[]; score: EpochRow[] } {
  const [a, b] = parties.map((partyId) =>
    histories[partyId] === undefined
      ? undefined
      : new Map(
          histories[partyId]
            .filter((sample) => sample.marketId === marketId)
            .map((sample) => [sample.epochSeq, sample]),
        ),
  )
  const epochs = [...new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])])].toSorted((one, other) =>
    BigInt(one) < BigInt(other) ? 1 : -1,
  )
  const side = (samples: ReadonlyMap<string, LiquiditySample> | undefined, epoch: string, read: Read): Side => {
    if (!samples) return missing('not watched by this service')
    const sample = samples.get(epoch)
    return sample ? read(sample) : missing('not recorded in this epoch')
  }
  const rows = (read: Read, by: (difference: string) => string): EpochRow[] =>
    epochs.map((epochSeq) => ({
      epochSeq,
      label: epochSeq,
      sides: [side(a, epochSeq, read), side(b, epochSeq, read)],
      by,
    }))
  return {
    timeOnBook: rows(({ currentEpochFractionOfTimeOnBook: value }) => fraction(value), points),
    score: rows(({ averageScore }) => decimal(averageScore), plain),
  }
}
