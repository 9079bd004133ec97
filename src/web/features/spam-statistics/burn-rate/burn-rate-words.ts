import { type Run, type Jump, hourMs, lastHour } from '../../../../wire/spam/spam-pace.ts'
import { groupDigits } from '../../../format/amount.ts'
import { type Zone, clockTime, fromMilliseconds } from '../../../format/time.ts'
import { plural } from '../../../format/words.ts'
import { sourceWords } from '../history/history.ts'

/** Two significant digits, since it is an estimate: `about 3,500 per hour`, `about 4.5 per hour`. */
export function rateWords(perHour: number): string {
  const [figures = '', exponent = '0'] = perHour.toExponential(1).split('e')
  const zeros = Number(exponent) - 1
  const rounded = zeros < 0 ? String(Number(perHour.toPrecision(2))) : figures.replace('.', '') + '0'.repeat(zeros)
  return `about ${groupDigits(rounded)} per hour`
}

/** `Rate from 9 readings since 16:00 UTC, kept by this node.`; where readings cover more than the hour of the rate, it says so. */
export function basisWords(runs: readonly Run[], epoch: string, zone: Zone): string {
  const recent = lastHour(runs, epoch)
  const [first, last] = [recent[0], recent.at(-1)]
  if (!first || !last || last.to - first.from > hourMs) return `Rate of the last hour, ${sourceWords(recent)}.`
  const readings = recent.reduce((sum, { looks }) => sum + looks, 0)
  const since = clockTime(fromMilliseconds(first.from), zone)
  return `Rate from ${plural(readings, 'reading')} since ${since}, ${sourceWords(recent)}.`
}

/** `+18 at 16:29 UTC`; when the readings are more than a minute apart `+18 between 16:10 and 16:29 UTC`. */
export function jumpWords({ by, after, at }: Jump, zone: Zone): string {
  const clock = (ms: number, name: boolean): string => clockTime(fromMilliseconds(ms), zone, name)
  return at - after > 60_000
    ? `+${groupDigits(by)} between ${clock(after, false)} and ${clock(at, true)}`
    : `+${groupDigits(by)} at ${clock(at, true)}`
}
