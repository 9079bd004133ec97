import * as v from 'valibot'
import { add, compare, formatAmount, isDecimal, multiply, subtract, trimZeros } from '../amount.ts'
import { formatClock } from '../countdown.ts'
import type { LiquidityProviderSla } from '../liquidity-providers.ts'

/** Whether both sides of the book meet a provider's requirement. */
export type OnBook =
  | { state: 'on' }
  | { state: 'off'; short: 'buys' | 'sells' | 'both' }
  /** Nothing is required. */
  | { state: 'free' }
  /** No service level, or one without numbers. */
  | { state: 'unknown' }

/** `on` when both sides offer at least what is required; one side known to be short decides. */
export function onBook(sla: LiquidityProviderSla | null): OnBook {
  if (!sla) return { state: 'unknown' }
  const { requiredLiquidity: required, notionalVolumeBuys: buys, notionalVolumeSells: sells } = sla
  if (!isDecimal(required)) return { state: 'unknown' }
  if (compare(required, '0') === 0) return { state: 'free' }
  const isShort = (side: string): boolean => isDecimal(side) && compare(side, required) < 0
  const [buysShort, sellsShort] = [isShort(buys), isShort(sells)]
  if (buysShort && sellsShort) return { state: 'off', short: 'both' }
  if (buysShort) return { state: 'off', short: 'buys' }
  if (!isDecimal(sells) || (!sellsShort && !isDecimal(buys))) return { state: 'unknown' }
  return sellsShort ? { state: 'off', short: 'sells' } : { state: 'on' }
}

/** How amounts in a settlement asset are shown, as far as it is known. */
export interface SettlementAsset {
  decimals: number | undefined
  symbol: string | undefined
}

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
  /** The reading is too old: nothing is derived from it. */
  | { state: 'stale'; reason: string }
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
      /** Undefined when the epoch is unknown. */
      times: SlaTimes | undefined
    }

interface SlaTimes {
  /** The node's time in Unix nanoseconds of which the others are. */
  at: bigint
  /** Nanoseconds: of the epoch, so far, on book so far, and missing on book, 0 when it suffices. */
  length: bigint
  elapsed: bigint
  onBook: string
  needed: string
  /** Which side is short, and what each side has to offer: a raw amount of the settlement asset. */
  now: OnBook
  required: string
}

function timesOf(sla: LiquidityProviderSla, minimum: string, epoch: EpochAt): SlaTimes {
  const fraction = sla.currentEpochFractionOfTimeOnBook
  const length = epoch.end - epoch.start
  const elapsed = epoch.now - epoch.start
  const whole = compare(fraction, '1') > 0 ? '1' : fraction
  const on = multiply(whole, String(elapsed))
  const missing = subtract(multiply(minimum, String(length)), on)
  return {
    at: epoch.now,
    length,
    elapsed,
    onBook: on,
    needed: compare(missing, '0') > 0 ? missing : '0',
    now: onBook(sla),
    required: sla.requiredLiquidity,
  }
}

const unknown = (reason: string): SlaVerdict => ({ state: 'unknown', reason })

const contains = ({ start, end, now }: EpochAt): boolean => start <= now && now <= end
const anotherEpoch = unknown('this reading is of another epoch')

/** The state of a provider that is behind the minimum. */
function stateBehind({ needed, length, elapsed, now }: SlaTimes): 'lost' | 'passes-if' | 'failing' {
  if (compare(needed, String(length - elapsed)) > 0) return 'lost'
  return meets(now) ? 'passes-if' : 'failing'
}

/** The verdict from the time on book so far, the minimum and the rest of the epoch. Equal to the minimum passes. */
export function slaVerdict(
  sla: LiquidityProviderSla | null,
  minimum: string | undefined,
  epoch: EpochAt | undefined,
): SlaVerdict {
  const fraction = sla?.currentEpochFractionOfTimeOnBook ?? ''
  if (!sla || !isDecimal(fraction)) return unknown('not reported')
  if (minimum === undefined || !isDecimal(minimum)) return unknown('this node does not report the market’s minimum')
  const running = epoch && epoch.end > epoch.start ? epoch : undefined
  if (running && !contains(running)) return anotherEpoch
  const times = running && timesOf(sla, minimum, running)
  const figures = { fraction, minimum, times }
  if (compare(fraction, minimum) >= 0) return { state: 'passing', ...figures }
  return { state: times ? stateBehind(times) : 'failing', ...figures }
}

const meets = ({ state }: OnBook): boolean => state === 'on' || state === 'free'

export const isJudged = (verdict: SlaVerdict): verdict is Extract<SlaVerdict, { fraction: string }> =>
  verdict.state !== 'waiting' && verdict.state !== 'unknown' && verdict.state !== 'stale'

/** The verdict `passed` nanoseconds after its reading, if both sides of the book have stayed as they were. */
export function slaAfter(verdict: SlaVerdict, passed: bigint): SlaVerdict {
  if (!isJudged(verdict) || !verdict.times || passed <= 0n) return verdict
  const { at, length, elapsed, onBook: on, needed, now } = verdict.times
  const times = { ...verdict.times, at: at + passed, elapsed: elapsed + passed }
  if (times.elapsed > length) return anotherEpoch
  if (meets(now)) {
    times.onBook = add(on, String(passed))
    times.needed = compare(needed, String(passed)) > 0 ? subtract(needed, String(passed)) : '0'
  }
  return { ...verdict, times, state: verdict.state === 'failing' ? stateBehind(times) : verdict.state }
}

/** Behind the minimum so far. */
export const failsSla = ({ state }: SlaVerdict): boolean =>
  state === 'failing' || state === 'passes-if' || state === 'lost'

/** Nanoseconds, rounded up to the second so that too little is never asked for. */
export const clockOf = (ns: string): string => formatClock(Number(ns) / 1e6)

function offer({ now, required }: SlaTimes, { decimals, symbol }: SettlementAsset): string {
  if (now.state !== 'off') return 'Meet the requirement'
  const side = now.short === 'both' ? 'on each side' : `of ${now.short}`
  const amount = decimals === undefined ? 'what is required' : trimZeros(formatAmount(required, decimals))
  return `Offer ${amount}${symbol === undefined ? '' : ` ${symbol}`} ${side}`
}

/** The verdict in a few words, and its condition: what to do, and for how long. */
export function slaWords(
  verdict: SlaVerdict,
  amounts: SettlementAsset = { decimals: undefined, symbol: undefined },
): { word: string; more: string } {
  if (verdict.state === 'stale') return { word: 'Stale', more: verdict.reason }
  if (!isJudged(verdict)) return { word: verdict.state === 'waiting' ? 'Loading' : 'Unknown', more: verdict.reason }
  const { times, state } = verdict
  if (state === 'lost') return { word: 'Cannot recover', more: 'this epoch' }
  if (state === 'passing') {
    if (!times) return { word: 'Passing', more: '' }
    const safe = compare(times.needed, '0') === 0
    return { word: 'Passing', more: safe ? 'safe for this epoch' : `safe after ${clockOf(times.needed)} more` }
  }
  if (!times) return { word: 'Failing', more: 'the end of the epoch is not known' }
  const span = `for ${clockOf(times.needed)} of the ${clockOf(String(times.length - times.elapsed))} left`
  return state === 'passes-if'
    ? { word: 'Passes if', more: `met ${span}` }
    : { word: 'Failing', more: `${offer(times, amounts)} ${span}` }
}

/** What was last told of a position. */
export const SlaRecord = v.object({
  epoch: v.string(),
  /** Of the worst state told in this epoch: 1 for `failing`, 2 for `lost`. */
  rank: v.number(),
  /** Unix milliseconds when that was. */
  at: v.exactOptional(v.number(), 0),
  /** Whether it has not passed since. */
  open: v.exactOptional(v.boolean()),
})
export type SlaRecord = v.InferOutput<typeof SlaRecord>

const slaRanks: Readonly<Partial<Record<SlaVerdict['state'], number>>> = { failing: 1, lost: 2 }
/** A verdict that alternates is reported again only after this time, in milliseconds. */
const quietMs = 600_000

/**
 * Whether a verdict is to be reported after the last one that was: once an epoch that a position is behind, once more when that can no
 * longer be made up for, and once that it passes again. What was not judged is none. `now` is in Unix milliseconds.
 */
export function slaChangeSince(
  before: SlaRecord | undefined,
  state: SlaVerdict['state'],
  epoch: string,
  now: number,
): { record: SlaRecord | undefined; change?: 'worse' | 'better' } {
  if (state === 'waiting' || state === 'unknown' || state === 'stale') return { record: before }
  const record = before?.epoch === epoch ? before : { at: 0, ...before, epoch, rank: 0 }
  const { open = false, ...rest } = record
  const rank = slaRanks[state] ?? 0
  const isWorse = rank > record.rank || (rank > 0 && !open && Math.abs(now - record.at) >= quietMs)
  if (isWorse) return { record: { epoch, rank, at: now, open: true }, change: 'worse' }
  return state === 'passing' && open ? { record: rest, change: 'better' } : { record }
}

/** A change as a sentence without its full stop; `market` is its code. */
export function slaChangeWords(market: string, verdict: SlaVerdict, amounts?: SettlementAsset): string {
  if (verdict.state === 'lost') return `${market}: cannot recover this epoch`
  const { more } = slaWords(verdict, amounts)
  if (verdict.state === 'passing') return `${market} passes its SLA again${more && `, ${more}`}`
  return `${market} is behind on its SLA. ${more}`
}
