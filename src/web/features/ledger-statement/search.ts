import * as v from 'valibot'
import { resultKinds } from '../../ledger/rows/groups.ts'
import type { ResultView } from '../../ledger/rows/results.ts'
import type { Side, Bounds, RowFilter } from '../../ledger/store/filter.ts'
import { InstantValue, TextValue, ZoneValue, searchOf } from '../../router/search.ts'

const Amount = v.pipe(
  v.string(),
  v.check((text) => parseDecimal(text) !== undefined),
)

/** What this page keeps in its address. Times are Unix nanoseconds; `to` and `end` are not included. */
export const readLedgerSearch = searchOf({
  partyId: TextValue,
  assetId: TextValue,
  view: v.literal('year'),
  /** How the results are put together; absent, by month. */
  by: v.picklist(['quarter', 'market'] as const satisfies readonly ResultView[]),
  /** What is shown of the rows that were read: an asset, a column of the results, a type, a market, a side, amounts, times. */
  asset: TextValue,
  kind: v.picklist(resultKinds),
  type: TextValue,
  market: TextValue,
  /** An export of this tab, whose file is read instead of a new answer. */
  run: TextValue,
  from: InstantValue,
  to: InstantValue,
  start: InstantValue,
  end: InstantValue,
  /** Goes before the zone of the preferences. */
  zone: ZoneValue,
  min: Amount,
  max: Amount,
  side: v.picklist(['credit', 'debit', 'internal'] as const satisfies readonly Side[]),
})
export type LedgerSearch = ReturnType<typeof readLedgerSearch>

/** The value of `type` for rows without one, and of `market` for rows of none. */
export const noType = 'none'

const decimalForm = /^(\d{1,72})(?:\.(\d{1,72}))?$/

/** The digits of an amount that somebody typed, separators taken off; undefined for anything else. */
export function parseDecimal(text: string): { whole: string; fraction: string } | undefined {
  const match = decimalForm.exec(text.trim().replaceAll(/[, ](?=\d{3}(?:\D|$))/g, ''))
  return match ? { whole: match[1] ?? '', fraction: match[2] ?? '' } : undefined
}

/**
 * The smallest (or, for `max`, largest) raw integer that a typed amount allows, as digits without zeros in front. More digits
 * than the asset has are rounded up or down, so that no amount passes that the typed one does not allow.
 */
export function rawBound(text: string, decimals: number, which: 'min' | 'max'): string | undefined {
  const amount = parseDecimal(text)
  if (!amount) return undefined
  const { whole, fraction } = amount
  const truncated = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const cut = /[1-9]/.test(fraction.slice(decimals))
  return String(which === 'min' && cut ? truncated + 1n : truncated)
}

/** Unix microseconds of nanoseconds, rounded up: a row at the microsecond before is before the instant. */
const micros = (ns: string): number => Number((BigInt(ns) + 999n) / 1000n)

/** The bounds of each asset in its own raw integers; of one without known decimals, the typed amount is its raw integer. */
function boundsOf(
  { min, max }: LedgerSearch,
  assets: readonly string[],
  decimals: Readonly<Record<string, number>>,
): Record<string, Bounds> | undefined {
  if (min === undefined && max === undefined) return undefined
  const of = (asset: string): Bounds => {
    const places = decimals[asset] ?? 0
    const from = min === undefined ? undefined : rawBound(min, places, 'min')
    const to = max === undefined ? undefined : rawBound(max, places, 'max')
    return { ...(from !== undefined && { min: from }), ...(to !== undefined && { max: to }) }
  }
  return Object.fromEntries(assets.map((asset) => [asset, of(asset)]))
}

/** What the address shows of the rows that were read. */
export function filterOf(
  search: LedgerSearch,
  assets: readonly string[],
  decimals: Readonly<Record<string, number>>,
): RowFilter {
  const { type, market, asset, kind, side, start, end } = search
  const bounds = boundsOf(search, assets, decimals)
  return {
    ...(type !== undefined && { type: type === noType ? '' : type }),
    ...(market !== undefined && { market: market === noType ? '' : market }),
    ...(asset !== undefined && { asset }),
    ...(kind && { kind }),
    ...(side && { side }),
    ...(start !== undefined && { start: micros(start) }),
    ...(end !== undefined && { end: micros(end) }),
    ...(bounds && { bounds }),
  }
}
