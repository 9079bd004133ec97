import { exportLedgerEntries } from '../../../wire/ledger-export.ts'
import { requestUrl } from '../../client/request.ts'

/** What is requested: ids as given, times as Unix nanoseconds. */
export interface ExportRequest {
  partyId: string
  assetId?: string
  from?: string
  to?: string
}

/** The address of an export on the node in use. */
export const exportUrl = ({ partyId, assetId, from, to }: ExportRequest): string =>
  requestUrl(exportLedgerEntries, { partyId, assetId, dateRange: { startTimestamp: from, endTimestamp: to } })
