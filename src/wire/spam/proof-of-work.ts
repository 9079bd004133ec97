import type { PowBlockState, PowStatistics } from '../spam-statistics.ts'

/** Bits of a hash. More is an underflow of the network and means that base is enough (wire.md 9.3). */
const maxBits = 256n

const nonNegative = (value: bigint): bigint => (value > 0n ? value : 0n)

/** Newest first; the network sends blocks in random order. */
const byHeight = (blocks: readonly PowBlockState[]): PowBlockState[] =>
  blocks.toSorted((a, b) => Number(BigInt(b.blockHeight) - BigInt(a.blockHeight)))

export function nextDifficulty(block: PowBlockState): bigint | undefined {
  if (block.expectedDifficulty === undefined || block.expectedDifficulty === null) return undefined
  const expected = BigInt(block.expectedDifficulty)
  return expected > maxBits ? BigInt(block.difficulty) : expected
}

/** No proof earns more credit than this many transactions; a guard against absurd answers. */
const maxCredited = 10_000n

/**
 * Transactions that the hash still takes at base difficulty, as the chain counts: it sums the bits of all proofs on a hash, so
 * proofs better than required pay for later ones (wire.md 9.3). A credit that the node reports as plain base is taken as the
 * least it can be: one transaction.
 */
function placesLeft(block: PowBlockState): bigint {
  if (nextDifficulty(block) === undefined) return 0n
  const [base, limit, seen] = [BigInt(block.difficulty), BigInt(block.txPerBlock), BigInt(block.transactionsSeen)]
  const free = nonNegative(limit - seen)
  if (!block.increasingDifficulty || limit === 0n) return free
  const expected = BigInt.asIntN(64, BigInt(block.expectedDifficulty ?? 0))
  // What the next transaction requires if all before it in this count are sent at base; below zero while credit is left.
  // The first proofs on a hash never cost more than base.
  let required = expected > maxBits || (free > 0n && expected > base) ? base : expected
  let left = 0n
  for (; required <= base && left < free + maxCredited; left += 1n) {
    if (left + 1n < free) left = free - 1n
    required += (seen + left + 1n) / limit
  }
  return left
}

/** The party's block hashes, newest first, `elapsed` blocks after the answer. All counts are exact text. */
export function workOnBlocks(pow: PowStatistics, elapsed = 0n) {
  const blocks = byHeight(pow.blockStates)
  const newest = (blocks[0] === undefined ? 0n : BigInt(blocks[0].blockHeight)) + elapsed
  return blocks.map((block, index) => {
    const next = nextDifficulty(block)
    const base = BigInt(block.difficulty)
    const height = BigInt(block.blockHeight)
    const bits = next === undefined ? undefined : nonNegative(next - base)
    return {
      height: block.blockHeight,
      hash: block.blockHash,
      newest: index === 0,
      seen: block.transactionsSeen,
      limit: block.txPerBlock,
      base: block.difficulty,
      /** Bits required of the next transaction on this hash; undefined when the hash takes no more. */
      next: next?.toString(),
      /** Work of the next transaction as a multiple of the base work: 2^(next - base); undefined when closed. */
      cost: bits === undefined ? undefined : (2n ** bits).toString(),
      /** Transactions left at base difficulty. */
      leftAtBase: placesLeft(block).toString(),
      /** Whether they are paid for by earlier proofs alone. */
      byCredit: BigInt(block.transactionsSeen) >= BigInt(block.txPerBlock),
      /** Blocks until this hash is too old. */
      expiresIn: nonNegative(height + BigInt(pow.numberOfPastBlocks) - newest).toString(),
    }
  })
}

export type WorkOnBlock = ReturnType<typeof workOnBlocks>[number]

/** Transactions at base difficulty over the whole window (wire.md 9.3), as exact text. Undefined without a block. */
export function workLeft(pow: PowStatistics) {
  const blocks = byHeight(pow.blockStates)
  const newest = blocks[0]
  if (!newest) return undefined
  const height = BigInt(newest.blockHeight)
  const window = BigInt(pow.numberOfPastBlocks)
  // A young chain has fewer blocks than the window; block 0 has no hash to use.
  const usable = height < window ? height : window
  const max = usable * BigInt(newest.txPerBlock)
  const counted = blocks.filter((block) => BigInt(block.blockHeight) + window > height)
  const unused = nonNegative(usable - BigInt(counted.length))
  const left = counted.reduce((sum, block) => sum + placesLeft(block), unused * BigInt(newest.txPerBlock))
  return {
    used: nonNegative(max - left).toString(),
    max: max.toString(),
    left: left.toString(),
    /** Hashes that the party has not used. */
    unused: unused.toString(),
    /** Hashes that take no more transactions. */
    closed: String(counted.filter((block) => nextDifficulty(block) === undefined).length),
    perHash: newest.txPerBlock,
    /** Whether a used-up hash takes more for more work. */
    increasing: newest.increasingDifficulty,
  }
}

/** A rate over fewer blocks is that of a burst. */
const minRateBlocks = 10n

/** What proof of work has room for now, and whether that lasts at the rate of the party. Numbers are estimates but for `left`. */
export interface WorkOutlook {
  /** Transactions at base difficulty in the window, exact text. */
  left: string
  /** Transactions that each new block adds. */
  perBlock: number
  /** Transactions that the party sends per block, by the hashes it has used in the window. */
  sentPerBlock: number
  /** Blocks until nothing is left; undefined when it lasts. */
  lastsBlocks: number | undefined
}

/** The outlook of proof of work, a rolling window of blocks that no epoch resets (wire.md 9.3). Undefined without a block. */
export function workOutlook(pow: PowStatistics): WorkOutlook | undefined {
  const left = workLeft(pow)
  const [newest] = byHeight(pow.blockStates)
  if (!left || !newest) return undefined
  const height = BigInt(newest.blockHeight)
  const oldest = height - BigInt(pow.numberOfPastBlocks)
  const used = pow.blockStates.filter((block) => BigInt(block.blockHeight) > oldest && block.transactionsSeen !== '0')
  const sent = used.reduce((sum, block) => sum + BigInt(block.transactionsSeen), 0n)
  const first = used.reduce((low, { blockHeight }) => (BigInt(blockHeight) < low ? BigInt(blockHeight) : low), height)
  const span = height - first + 1n
  const sentPerBlock = Number(sent) / Number(span < minRateBlocks ? minRateBlocks : span)
  const perBlock = Number(newest.txPerBlock)
  const net = sentPerBlock - perBlock
  return { left: left.left, perBlock, sentPerBlock, lastsBlocks: net > 0 ? Number(left.left) / net : undefined }
}
