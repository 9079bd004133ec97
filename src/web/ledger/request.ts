import { exportLedgerEntries } from '../../wire/ledger-export.ts'
import { requestUrl } from '../client/request.ts'
import { serverNow } from '../client/server-clock.ts'

/** What is requested: ids as given, times as Unix nanoseconds. */
export interface ExportRequest {
  partyId: string
  assetId?: string
  from?: string
  to?: string
}

export const exportUrl = ({ partyId, assetId, from, to }: ExportRequest): string =>
  requestUrl(exportLedgerEntries, { partyId, assetId, dateRange: { startTimestamp: from, endTimestamp: to } })

const second = 1_000_000_000n
/** Blocks younger than this may not have reached the node's database yet. */
const settlingTime = 60n * second

/** Until when the entries of a range cannot change any more; undefined when it begins later. */
export function settledUntil({ from, to }: Pick<ExportRequest, 'from' | 'to'>): string | undefined {
  const limit = ((serverNow() - settlingTime) / second) * second
  const end = to !== undefined && BigInt(to) < limit ? to : limit.toString()
  return from !== undefined && BigInt(from) >= BigInt(end) ? undefined : end
}
