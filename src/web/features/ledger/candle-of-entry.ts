import { serverNow } from '../../client/server-clock.ts'
import type { LedgerRow } from '../../ledger/rows/ledger-row.ts'
import { ledgerMicros } from '../../ledger/rows/ledger-time.ts'
import { linkTo } from '../../router/link-to.ts'

const minute = 60_000_000_000n
/** Candles of a minute on each side of the marked one. */
const around = 60n * minute

type Entry = Pick<
  LedgerRow,
  | 'vega_time'
  | 'effect'
  | 'account_from_market_id'
  | 'account_from_party_id'
  | 'account_to_market_id'
  | 'account_to_party_id'
>

/**
 * Where the candle of an entry's minute is marked, with the ledger of the party beside it; undefined for an entry of no market,
 * and for one whose time or effect cannot be read. `now` in Unix nanoseconds: a range does not end in the future.
 */
export function candleOfEntry(entry: Entry, now = serverNow()): string | undefined {
  const micros = ledgerMicros(entry.vega_time)
  if (!Number.isSafeInteger(micros) || micros < 0 || !/^-?\d+$/.test(entry.effect)) return undefined
  const sends = entry.effect.startsWith('-')
  const [from, to] = [entry.account_from_market_id, entry.account_to_market_id]
  // The market of the party's own account goes first.
  const marketId = sends ? from || to : to || from
  if (marketId === '') return undefined
  const time = BigInt(micros) * 1000n
  const at = time - (time % minute)
  const end = at + around
  return linkTo('/markets/$marketId/candles', {
    marketId,
    party: sends ? entry.account_from_party_id : entry.account_to_party_id,
    interval: '1 minute',
    from: String(at > around ? at - around : 0n),
    ...(end <= now && { to: String(end) }),
    at: String(at),
  })
}
