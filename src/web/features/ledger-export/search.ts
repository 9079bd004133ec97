import { isNanoseconds } from '../../format/time.ts'
import { isZone } from '../../format/zone.ts'

/** What this page keeps in its address. `from` and `to` are Unix nanoseconds; `to` is not included. */
export interface LedgerExportSearch {
  partyId?: string
  assetId?: string
  from?: string
  to?: string
  /** Goes before the zone of the preferences. */
  zone?: string
  /** The form of the delivered file; absent, the node's own bytes. */
  form?: 'spreadsheet'
  delimiter?: ';'
  /** A byte order mark at the beginning of a spreadsheet file. */
  mark?: 'yes'
  gzip?: 'yes'
}

/** Reads the flat text of the address; times that are no integers are left out, nothing throws. */
export const readLedgerExportSearch = (text: Readonly<Record<string, string>>): LedgerExportSearch => ({
  ...(text['partyId'] ? { partyId: text['partyId'] } : {}),
  ...(text['assetId'] ? { assetId: text['assetId'] } : {}),
  ...(text['from'] && isNanoseconds(text['from']) ? { from: text['from'] } : {}),
  ...(text['to'] && isNanoseconds(text['to']) ? { to: text['to'] } : {}),
  ...(text['zone'] && isZone(text['zone']) ? { zone: text['zone'] } : {}),
  ...(text['form'] === 'spreadsheet' ? { form: 'spreadsheet' } : {}),
  ...(text['delimiter'] === ';' ? { delimiter: ';' } : {}),
  ...(text['mark'] === 'yes' ? { mark: 'yes' } : {}),
  ...(text['gzip'] === 'yes' ? { gzip: 'yes' } : {}),
})
