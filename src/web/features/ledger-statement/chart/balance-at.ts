import type { AccountCurve, Stretch } from '../../../ledger/store/balances.ts'

/** The largest balance of any step without its sign, raw. */
export const largestBalance = (curves: readonly AccountCurve[]): bigint =>
  curves
    .flatMap(({ opening, closing, points }) => [opening, closing, ...points.map(({ balance }) => balance)])
    .map((text) => BigInt(text.replace('-', '')))
    .reduce((largest, balance) => (balance > largest ? balance : largest), 0n)

/**
 * The line of an account: each step has the balance at its end, and where rows are missing the line breaks before the next
 * balance that is known; steps between the two have NaN.
 */
export function stepValues({ opening, points }: AccountCurve, { steps }: Stretch, toNumber: (raw: string) => number) {
  const values = new Float64Array(steps).fill(toNumber(opening))
  const breaks = new Set<number>()
  let last = 0
  for (const { step, balance, gap } of points) {
    if (gap) {
      breaks.add(step)
      values.fill(Number.NaN, last + 1, step)
    }
    values.fill(toNumber(balance), step)
    last = step
  }
  const at = (step: number): number => values[step] ?? Number.NaN
  return { at, breaks: (step: number) => breaks.has(step) }
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
