import { formatInstant } from '../../format/time.ts'
import { cleanFileName } from './engine/stream/content-disposition.ts'
import type { ExportRequest } from './request.ts'

/** RFC 3339 with the colons replaced, as a node in UTC writes it (wire.md 5.1). */
function dateInName(ns: string): string {
  const [date = '', time = ''] = formatInstant(ns, 'utc', { name: false }).split(', ')
  const [day = '', month = '', year = ''] = date.split(' ')
  const number = 'JanFebMarAprMayJunJulAugSepOctNovDec'.indexOf(month.slice(0, 3)) / 3 + 1
  const two = (text: string): string => text.padStart(2, '0')
  return `${year}-${two(String(number))}-${two(day)}T${time.replaceAll(':', '_')}Z_00`
}

/** The name that a node gives the file of a request, for choosing a file before the node has answered. */
export function fileNameFor({ partyId, assetId, from, to }: ExportRequest): string {
  const asset = assetId === undefined ? '' : `_${assetId}`
  const start = from === undefined ? '' : `_${dateInName(from)}`
  const end = to === undefined ? '' : `-${dateInName(to)}`
  return cleanFileName(`ledger_entries_${partyId}${asset}_${start}${end}.csv`)
}

/** The name of a file in another form. */
export function formName(name: string, { spreadsheet, gzip }: { spreadsheet?: unknown; gzip: boolean }): string {
  const stem = name.replace(/(?:\.csv)?(?:\.gz)?$/i, '')
  return `${stem}${spreadsheet === undefined ? '' : '.spreadsheet'}.csv${gzip ? '.gz' : ''}`
}

/** The name of a file that is not complete. */
export const incompleteName = (name: string): string => name.replace(/(?:\.csv)?$/i, '.incomplete.csv')
