import { microsecondsOf } from '../../sql/cursor.ts'
import { timestampText, trimFraction } from '../../sql/statement.ts'
import { chainId, idOf, uniformAt } from '../random.ts'

/** Microseconds since 1970 fit a JavaScript number exactly until the year 2255; the database keeps no finer time. */
export type Micros = number

export const millisecond = 1000
export const second = 1000 * millisecond
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
export const epochLength = 60 * minute

const anchorHeight = 61_204_800

/** Reads RFC3339 with a fraction of up to nine digits, cut to microseconds, until 2255; throws RangeError. */
export function parseTime(text: string): Micros {
  const time = microsecondsOf(text)
  if (time === undefined || !Number.isSafeInteger(Number(time))) throw new RangeError(`Not a time: ${text} (RFC3339)`)
  return Number(time)
}

/** RFC3339Nano as Go writes it, without trailing zeros of the fraction. `nanos` are the three digits below a microsecond. */
export function rfc3339Nano(time: Micros, nanos = 0): string {
  return trimFraction(timestampText(time).replace('Z', `${String(nanos).padStart(3, '0')}Z`))
}

export const nanosText = (time: Micros): string => `${String(time)}000`

/** The chain as a function of its height: a block a second, the anchor at the first start, epochs of an hour. */
export class Chain {
  readonly id = chainId

  constructor(
    readonly seed: number,
    readonly anchor: Micros,
  ) {}

  get genesis(): Micros {
    return Math.ceil((this.anchor - anchorHeight * second) / epochLength) * epochLength
  }

  timeOf(height: number): Micros {
    const early = height === anchorHeight ? 0 : Math.floor(uniformAt(this.seed, height, 11) * 250_000)
    return this.dueTime(height) - early
  }

  dueTime(height: number): Micros {
    return this.anchor + (height - anchorHeight) * second
  }

  heightAt(time: Micros): number {
    const height = anchorHeight + Math.floor((time - this.anchor) / second)
    return this.timeOf(height + 1) <= time ? height + 1 : height
  }

  firstFrom(time: Micros): number {
    const height = this.heightAt(time)
    return this.timeOf(height) < time ? height + 1 : height
  }

  hashOf(height: number): string {
    return idOf(this.seed, 'block', height)
  }

  epochAt(time: Micros): number {
    return Math.floor((time - this.genesis) / epochLength)
  }

  epochStart(epoch: number): Micros {
    return this.genesis + epoch * epochLength
  }
}
