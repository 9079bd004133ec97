/** Proof-of-work parameters of the demo network (wire.md 9.3): the increasing difficulty is switched on. */
export const powParameters = {
  difficulty: 15,
  txPerBlock: 2,
  numberOfPastBlocks: 100,
  increasingDifficulty: true,
  hashFunction: 'sha3_24_rounds' as const,
}

const largest = 18_446_744_073_709_551_615n

/** What `count` transactions on one block hash must have achieved together: each batch costs one bit more than the last. */
export function requiredDifficulty(count: number): number {
  const { difficulty, txPerBlock } = powParameters
  let sum = 0
  for (let index = 0; index < count; index += 1) sum += difficulty + Math.floor(index / txPerBlock)
  return sum
}

/** The difficulty of the next transaction as uint64 text; after a large surplus it wraps around, as in the network. */
export function expectedDifficulty(seen: number, achieved: number): string {
  const missing = requiredDifficulty(seen + 1) - achieved
  if (missing < 0) return String(largest + 1n + BigInt(missing))
  return String(Math.max(powParameters.difficulty, missing))
}

/** The zero bits that the next transaction needs; after a surplus the base difficulty. */
export function neededBits(seen: number, achieved: number): number {
  return Math.max(powParameters.difficulty, requiredDifficulty(seen + 1) - achieved)
}
