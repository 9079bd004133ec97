import { linkTo } from '../../../router/link-to.ts'
import type { Row } from '../data/candle-rows.ts'

/** Whose entries are shown on which market, and, where it is known, the asset that its margin account is in. */
export interface LedgerSubject {
  party: string
  marketId: string
  assetId?: string | undefined
}

/** Unix nanoseconds as text; `to` is not included and absent where the span is still open. */
export interface Span {
  from: string
  to?: string | undefined
}

/** The statement of a party at the span of a bar, or of several: its entries on the market alone. */
export const statementOfBar = ({ party, marketId, assetId }: LedgerSubject, { from, to }: Span): string =>
  linkTo('/ledger', {
    partyId: party,
    ...(assetId !== undefined && { assetId }),
    market: marketId,
    from,
    ...(to !== undefined && { to }),
  })

/** From the start of the first bar to the next bar after the last one, or to its own end where none follows. */
export function spanOf(
  rows: readonly Pick<Row, 'start'>[],
  { first, last = first }: { first: number; last?: number },
  length: bigint | undefined,
): Span | undefined {
  const [from, end] = [rows[first]?.start, rows[last]?.start]
  if (from === undefined || end === undefined) return undefined
  const next = rows[last + 1]?.start ?? (length === undefined ? undefined : String(BigInt(end) + length))
  return { from, to: next }
}
