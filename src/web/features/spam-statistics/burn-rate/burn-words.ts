import { groupDigits } from '../../../format/amount.ts'
import { formatInstant, fromMilliseconds, type Zone } from '../../../format/time.ts'
import type { Jump } from './burn-rate.ts'

/** Two figures are all that an estimate is worth: `about 3,500 per hour`, `about 4.5 per hour`. */
export function rateWords(perHour: number): string {
  const [figures = '', exponent = '0'] = perHour.toExponential(1).split('e')
  const zeros = Number(exponent) - 1
  const rounded = zeros < 0 ? String(Number(perHour.toPrecision(2))) : figures.replace('.', '') + '0'.repeat(zeros)
  return `about ${groupDigits(rounded)} per hour`
}

/** Readings this close leave no doubt that a jump happened in one go, as far as a minute shows. */
const close = 60_000

/** `18 at once at 16:29 UTC`; with nobody looking meanwhile `18 between 16:10 and 16:29 UTC`. */
export function jumpWords({ by, after, at }: Jump, zone: Zone): string {
  const clock = (ms: number, name: boolean): string =>
    formatInstant(fromMilliseconds(ms), zone, { date: false, precision: 'minute', name })
  return at - after > close
    ? `${groupDigits(by)} between ${clock(after, false)} and ${clock(at, true)}`
    : `${groupDigits(by)} at once at ${clock(at, true)}`
}
