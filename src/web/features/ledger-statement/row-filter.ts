import { rawBound } from './amounts.ts'
import type { LedgerSearch } from './search.ts'
import { noType } from './search.ts'
import type { Bounds, RowFilter } from '../../ledger/store/filter.ts'

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
  const { type, market, side, start, end } = search
  const bounds = boundsOf(search, assets, decimals)
  return {
    ...(type !== undefined && { type: type === noType ? '' : type }),
    ...(market !== undefined && { market }),
    ...(side && { side }),
    ...(start !== undefined && { start: micros(start) }),
    ...(end !== undefined && { end: micros(end) }),
    ...(bounds && { bounds }),
  }
}
