/**
 * Exact arithmetic on the digits of a CSV field without making a BigInt for each row. A number is six limbs of twelve
 * decimal digits (72 digits, little end first) in doubles, which hold 4,000 such limbs added up without losing a unit.
 */
export type Limbs = Float64Array

export const limbCount = 6
const limbDigits = 12
const base = 1e12
const bigBase = 10n ** BigInt(limbDigits)
/** After so many additions the limbs are carried. */
const maxAdditions = 4000

export const newLimbs = (): Limbs => new Float64Array(limbCount)

/** Reads an unsigned integer from its digits. False, with nothing read, for anything else or more than 72 digits. */
export function readLimbs(bytes: Uint8Array, from: number, to: number, limbs: Limbs): boolean {
  if (to <= from || to - from > limbCount * limbDigits) return false
  let limb = 0
  let end = to
  while (end > from) {
    const start = Math.max(from, end - limbDigits)
    let value = 0
    for (let at = start; at < end; at++) {
      const digit = bytes[at]! - 48
      if (digit < 0 || digit > 9) return false
      value = value * 10 + digit
    }
    limbs[limb++] = value
    end = start
  }
  while (limb < limbCount) limbs[limb++] = 0
  return true
}

/** Whether `whole` is `part` plus `added`, all with limbs below 10^12. */
export function isSum(whole: Limbs, part: Limbs, added: Limbs): boolean {
  let carry = 0
  for (let limb = 0; limb < limbCount; limb++) {
    let sum = part[limb]! + added[limb]! + carry
    carry = sum >= base ? 1 : 0
    if (carry === 1) sum -= base
    if (sum !== whole[limb]!) return false
  }
  return carry === 0
}

export function bigOf(limbs: Limbs): bigint {
  let value = 0n
  for (let limb = limbCount - 1; limb >= 0; limb--) value = value * bigBase + BigInt(limbs[limb]!)
  return value
}

/** A sum of many unsigned integers. */
export class ExactSum {
  readonly #limbs = newLimbs()
  #added = 0
  #carried = 0n

  add(limbs: Limbs): void {
    for (let limb = 0; limb < limbCount; limb++) this.#limbs[limb]! += limbs[limb]!
    if (++this.#added === maxAdditions) this.#carry()
  }

  value(): bigint {
    this.#carry()
    return this.#carried
  }

  #carry(): void {
    this.#carried += bigOf(this.#limbs)
    this.#limbs.fill(0)
    this.#added = 0
  }
}
