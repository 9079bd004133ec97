import type { EpochRow } from './history-rows.ts'

/** A value at an epoch, counted from the first one; a number for drawing alone. */
interface EpochPoint {
  at: number
  value: number
}

/** Two parties over the epochs from the first to the last recorded one, and for each the stretches without a gap. */
export interface EpochLines {
  first: bigint
  epochs: number
  sides: readonly EpochPoint[][][]
  /** For each party, in how many of the epochs nothing is known. */
  gaps: readonly number[]
}

/** The lines of rows, whose newest epoch comes first; undefined for fewer than two epochs, which have no line. */
export function epochLines(rows: readonly EpochRow[]): EpochLines | undefined {
  const [newest, oldest] = [rows.at(0), rows.at(-1)]
  if (!newest || !oldest || newest === oldest) return undefined
  const first = BigInt(oldest.epochSeq)
  const epochs = Number(BigInt(newest.epochSeq) - first) + 1
  const sides = [0, 1].map((place) => {
    const stretches: EpochPoint[][] = []
    for (const { epochSeq, sides: both } of rows.toReversed()) {
      const side = both[place]
      if (!side?.known) continue
      const point = { at: Number(BigInt(epochSeq) - first), value: Number(side.exact) }
      const last = stretches.at(-1)
      if (last?.at(-1)?.at === point.at - 1) last.push(point)
      else stretches.push([point])
    }
    return stretches
  })
  return { first, epochs, sides, gaps: sides.map((stretches) => epochs - stretches.flat().length) }
}
