import { exportLedgerEntries } from '../../../wire/ledger-export.ts'
import { requestUrl } from '../../api/client.ts'

/** What is requested: ids as given, times as Unix nanoseconds. */
export interface ExportRequest {
  partyId: string
  assetId?: string
  from?: string
  to?: string
}

/** The address of an export on the node in use. */
export const exportUrl = ({ partyId, assetId, from, to }: ExportRequest): string => {
  const dateRange = {
    ...(from === undefined ? {} : { startTimestamp: from }),
    ...(to === undefined ? {} : { endTimestamp: to }),
  }
  return requestUrl(exportLedgerEntries, {
    partyId,
    ...(assetId === undefined ? {} : { assetId }),
    ...(Object.keys(dateRange).length > 0 ? { dateRange } : {}),
  })
}
