/** Rows of one block of columns. A power of two: the block of a row is found by a shift. */
export const blockRows = 65_536
export const blockShift = 16
export const inBlock = blockRows - 1

/** What the effect of a row is, beside its quantity: numbers that fit a column of bytes. */
export const signs = { none: 0, credit: 1, debit: 2 } as const

/** The amounts of a row whose digits are kept. */
export const amounts = { quantity: 0, fromBalance: 1, toBalance: 2 } as const
export type Amount = (typeof amounts)[keyof typeof amounts]

const startBytes = 1_048_576

/** Digits of a number that is exact in a double. */
const half = 15
const halfBase = 10n ** 15n

/** The columns of up to 65,536 rows: numbers for what repeats, and the digits of three amounts behind each other. */
export class RowBlock {
  /** Unix microseconds; NaN where the time cannot be read. */
  readonly time = new Float64Array(blockRows)
  readonly zone = new Uint8Array(blockRows)
  readonly type = new Uint32Array(blockRows)
  readonly asset = new Uint32Array(blockRows)
  readonly from = new Uint32Array(blockRows)
  readonly to = new Uint32Array(blockRows)
  readonly sign = new Uint8Array(blockRows)
  readonly #start = new Uint32Array(blockRows)
  readonly #lengths = new Uint8Array(blockRows * 3)
  digits = new Uint8Array(startBytes)
  #used = 0

  /** Keeps the three amounts of row `at`: decimal digits, at most 255 each. */
  write(at: number, texts: readonly [quantity: string, fromBalance: string, toBalance: string]): void {
    const length = texts[0].length + texts[1].length + texts[2].length
    if (this.#used + length > this.digits.length) {
      const larger = new Uint8Array(Math.ceil(this.digits.length * 1.5) + length)
      larger.set(this.digits)
      this.digits = larger
    }
    this.#start[at] = this.#used
    for (const [which, text] of texts.entries()) {
      this.#lengths[at * 3 + which] = text.length
      for (let index = 0; index < text.length; index++) this.digits[this.#used++] = text.charCodeAt(index)
    }
  }

  startOf(at: number, which: Amount): number {
    let start = this.#start[at] ?? 0
    for (let before = 0; before < which; before++) start += this.#lengths[at * 3 + before] ?? 0
    return start
  }

  lengthOf(at: number, which: Amount): number {
    return this.#lengths[at * 3 + which] ?? 0
  }

  text(at: number, which: Amount): string {
    const start = this.startOf(at, which)
    return String.fromCharCode(...this.digits.subarray(start, start + this.lengthOf(at, which)))
  }

  /** The value of an amount. Up to 30 digits are read as two numbers, which is faster than by way of a text. */
  value(at: number, which: Amount): bigint {
    const [start, length] = [this.startOf(at, which), this.lengthOf(at, which)]
    if (length <= half) return BigInt(this.#number(start, length))
    if (length > half * 2) return BigInt(this.text(at, which))
    const low = start + length - half
    return BigInt(this.#number(start, length - half)) * halfBase + BigInt(this.#number(low, half))
  }

  /** Whether the digits of an amount hold these (character codes). */
  includes(at: number, which: Amount, codes: readonly number[]): boolean {
    const start = this.startOf(at, which)
    const last = start + this.lengthOf(at, which) - codes.length
    for (let from = start; from <= last; from++) {
      let same = 0
      while (same < codes.length && this.digits[from + same] === codes[same]) same++
      if (same === codes.length) return true
    }
    return false
  }

  #number(start: number, length: number): number {
    let value = 0
    for (let index = start; index < start + length; index++) value = value * 10 + this.digits[index]! - 48
    return value
  }

  /** Gives the room back that no row needs, once the block is full. */
  trim(): void {
    this.digits = this.digits.slice(0, this.#used)
  }
}
