import type { LiquidityProviderSla } from '../../../../wire/liquidity-providers.ts'
import { add, compare, divide, isDecimal, multiply, subtract } from '../../../format/amount.ts'
import { onBook } from '../scores/score.ts'

/** A running epoch and the time of the service level, all in Unix nanoseconds of the node. */
export interface EpochAt {
  start: bigint
  end: bigint
  now: bigint
}

/** Whether a provider meets its requirement for long enough in this epoch (decision 22). */
export type SlaVerdict =
  /** The inputs are loading. */
  | { state: 'waiting'; reason: string }
  | { state: 'unknown'; reason: string }
  | {
      /**
       * `passing`: it would pass if the epoch ended now. `passes-if`: it is behind, but meets its requirement now and passes
       * if it continues. `failing`: it is behind and does not meet the requirement now, or the end of the epoch is unknown.
       * `lost`: it can no longer pass.
       */
      state: 'passing' | 'passes-if' | 'failing' | 'lost'
      /** Exact fractions: time on book so far, and the market's minimum. */
      fraction: string
      minimum: string
      /** Nanoseconds; undefined when the epoch is unknown. `needed` is the missing time on book, 0 when it suffices. */
      times: { length: bigint; elapsed: bigint; onBook: string; needed: string } | undefined
    }

function timesOf(fraction: string, minimum: string, epoch: EpochAt) {
  const length = epoch.end - epoch.start
  const elapsed = epoch.now - epoch.start
  const whole = compare(fraction, '1') > 0 ? '1' : fraction
  const on = multiply(whole, String(elapsed))
  const missing = subtract(multiply(minimum, String(length)), on)
  return { length, elapsed, onBook: on, needed: compare(missing, '0') > 0 ? missing : '0' }
}

const unknown = (reason: string): SlaVerdict => ({ state: 'unknown', reason })

/** The epoch if it is valid and has begun by the node's clock. */
const begun = (epoch: EpochAt | undefined): EpochAt | undefined =>
  epoch && epoch.now >= epoch.start && epoch.end > epoch.start ? epoch : undefined

/** The verdict from the time on book so far, the minimum and the rest of the epoch. Equal to the minimum passes. */
export function slaVerdict(
  sla: LiquidityProviderSla | null,
  minimum: string | undefined,
  epoch: EpochAt | undefined,
): SlaVerdict {
  const fraction = sla?.currentEpochFractionOfTimeOnBook ?? ''
  if (!sla || !isDecimal(fraction)) return unknown('not reported')
  if (minimum === undefined || !isDecimal(minimum)) return unknown('this node does not report the market’s minimum')
  const running = begun(epoch)
  if (running && running.now > running.end) return unknown('this reading is from an epoch that has ended: refresh')
  const times = running && timesOf(fraction, minimum, running)
  const known = { fraction, minimum, times }
  if (compare(fraction, minimum) >= 0) return { state: 'passing', ...known }
  if (!times) return { state: 'failing', ...known }
  if (compare(times.needed, String(times.length - times.elapsed)) > 0) return { state: 'lost', ...known }
  const { state } = onBook(sla)
  return { state: state === 'on' || state === 'free' ? 'passes-if' : 'failing', ...known }
}

export const isJudged = (verdict: SlaVerdict): verdict is Extract<SlaVerdict, { fraction: string }> =>
  verdict.state !== 'waiting' && verdict.state !== 'unknown'

/** Behind the minimum so far. */
export const failsSla = ({ state }: SlaVerdict): boolean =>
  state === 'failing' || state === 'passes-if' || state === 'lost'

const minuteNs = '60000000000'

/** Whole minutes, rounded up. */
function minutesUp(ns: string): string {
  const cut = divide(ns, minuteNs, 0)
  return compare(multiply(cut, minuteNs), ns) < 0 ? add(cut, '1') : cut
}

/** The verdict in a few words, and its condition. */
export function slaWords(verdict: SlaVerdict): { word: string; more: string } {
  if (!isJudged(verdict)) return { word: verdict.state === 'waiting' ? 'Loading' : 'Unknown', more: verdict.reason }
  const { times, state } = verdict
  const need = times ? `${minutesUp(times.needed)} min` : ''
  if (state === 'lost') return { word: 'Cannot pass', more: 'this epoch' }
  if (state === 'passes-if') return { word: 'Passes if', more: `met for the next ${need}` }
  if (state === 'failing') {
    return { word: 'Failing', more: times ? `needs ${need} more` : 'the end of the epoch is not known' }
  }
  return { word: 'Passing', more: times && compare(times.needed, '0') === 0 ? 'enough for this epoch' : '' }
}
