import { createHash } from 'node:crypto'

/** Repeatable 32-bit randomness: numbers that belong to a place (`uniformAt`), and streams for sequences (`Random`). */

/** Mixes integers into an unsigned 32-bit number; equal input, equal output. */
export function mix(seed: number, a: number, b = 0): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  hash = Math.imul((hash ^ (hash >>> 15)) + (a | 0), 0xc2b2ae35)
  hash = Math.imul((hash ^ (hash >>> 13)) + (b | 0), 0x27d4eb2f)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A number in [0, 1) that belongs to the place (a, b). */
export const uniformAt = (seed: number, a: number, b = 0): number => mix(seed, a, b) / 0x1_0000_0000

/** Close to a normal deviate (two uniforms, variance 1, within 2.45) that belongs to the place (a, b); cheap on purpose. */
export function deviateAt(seed: number, a: number, b = 0): number {
  const bits = mix(seed, a, b)
  return ((bits & 0xffff) + (bits >>> 16) - 0xffff) * (2.449489742783178 / 0xffff)
}

/** A 32-bit seed made of a name. */
export const seedOf = (...names: (string | number)[]): number =>
  createHash('sha256').update(names.join('/')).digest().readUInt32LE(0)

/** The demo's chain. */
export const chainId = 'lyra-demo-1'

/** 64 lower-case hex, as every id and hash of the network. */
export const idOf = (seed: number, ...names: (string | number)[]): string =>
  createHash('sha256')
    .update([chainId, seed, ...names].join('/'))
    .digest('hex')

/** A stream of numbers: xoshiro128**. Streams of different seeds or labels do not resemble each other. */
export class Random {
  private a: number
  private b: number
  private c: number
  private d: number

  constructor(seed: number, first = 0, second = 0) {
    this.a = mix(seed, first, second)
    this.b = mix(this.a, 1, seed)
    this.c = mix(this.b, 2, first)
    this.d = mix(this.c, 3, second) | 1
  }

  /** In [0, 1). */
  next(): number {
    const scrambled = Math.imul(this.b, 5)
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0
    const shifted = this.b << 9
    this.c ^= this.a
    this.d ^= this.b
    this.b ^= this.c
    this.a ^= this.d
    this.c ^= shifted
    this.d = (this.d << 11) | (this.d >>> 21)
    return result / 0x1_0000_0000
  }

  /** An integer from `from` to `to`, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }

  /** A count with this mean; for large means a rounded normal deviate, which is close enough. */
  poisson(mean: number): number {
    if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()))
    const limit = Math.exp(-mean)
    let count = 0
    for (let product = this.next(); product > limit; product *= this.next()) count += 1
    return count
  }

  /** One of the items. Throws RangeError for an empty list. */
  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)]
    if (item === undefined) throw new RangeError('Nothing to pick from')
    return item
  }

  /** `count` different items in random order, or all of them. */
  sample<T>(items: readonly T[], count: number): T[] {
    const rest = [...items]
    const taken: T[] = []
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(Math.floor(this.next() * rest.length), 1))
    return taken
  }
}
