import { shiftDecimals } from '../../../format/amount.ts'
import type { AccountCurve, Stretch } from '../../../ledger/store/curve.ts'

/** A value of a line at a step of the stretch, counted from 0; a number for drawing alone. */
export interface DrawnPoint {
  step: number
  value: number
}

/** The largest whole part that the chart library draws, in digits. */
const maxDigits = 13

/** By how many places raw balances are shifted so that they can be drawn: the decimals of the asset, or more where needed. */
export function drawnPlaces(curves: readonly AccountCurve[], decimals: number | undefined): number {
  const lengths = curves.flatMap(({ opening, closing, points }) =>
    [opening, closing, ...points.map(({ balance }) => balance)].map((text) => text.replace('-', '').length),
  )
  return Math.max(decimals ?? 0, Math.max(0, ...lengths) - maxDigits)
}

/**
 * The lines of an account: each holds its value until the next point, and the last one until the end of the stretch. Where
 * rows are missing a line ends at the last balance that is known, and another begins.
 */
export function linesOf({ opening, closing, points }: AccountCurve, stretch: Stretch, places: number): DrawnPoint[][] {
  const valueOf = (raw: string): number => Number(shiftDecimals(raw, places))
  const lines: DrawnPoint[][] = [[{ step: 0, value: valueOf(opening) }]]
  for (const { step, balance, gap } of points) {
    const point = { step, value: valueOf(balance) }
    const line = lines.at(-1)!
    if (gap) lines.push([point])
    else if (line.at(-1)?.step === step) line[line.length - 1] = point
    else line.push(point)
  }
  const last = lines.at(-1)!
  if (last.at(-1)!.step < stretch.steps - 1) last.push({ step: stretch.steps - 1, value: valueOf(closing) })
  return lines
}

/** What an account held at the end of a step, as the node reported it. */
export const balanceAt = ({ opening, points }: AccountCurve, step: number): string =>
  points.findLast((point) => point.step <= step)?.balance ?? opening

/** Unix microseconds of the beginning of a step, also outside the stretch. */
export const startOfStep = ({ start, end, steps }: Stretch, step: number): number =>
  start + Math.round(((end - start) * step) / steps)

/** The stretch between two steps of another, within `whole`; undefined for all of it. */
export function zoomed(
  stretch: Stretch,
  whole: Stretch,
  { from, to }: { from: number; to: number },
): { start: number; end: number } | undefined {
  const start = Math.max(whole.start, startOfStep(stretch, from))
  const end = Math.min(whole.end, Math.max(startOfStep(stretch, to), start + 1))
  return start <= whole.start && end >= whole.end ? undefined : { start, end }
}
