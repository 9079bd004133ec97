import { cleanFileName } from '../../ledger/stream/content-disposition.ts'
import type { Form } from '../../ledger/rows/csv-for-spreadsheets.ts'
import type { ExportRequest } from '../../ledger/request.ts'

/** RFC 3339 with the colons replaced, as a node in UTC writes it (wire.md 5.1). */
const dateInName = (ns: string): string =>
  `${new Date(Number(BigInt(ns) / 1_000_000n)).toISOString().slice(0, 19).replaceAll(':', '_')}Z_00`

/** The name that a node gives the file of a request, for choosing a file before the node has answered. */
export function fileNameFor({ partyId, assetId, from, to }: ExportRequest): string {
  const asset = assetId === undefined ? '' : `_${assetId}`
  const start = from === undefined ? '' : `_${dateInName(from)}`
  const end = to === undefined ? '' : `-${dateInName(to)}`
  return cleanFileName(`ledger_entries_${partyId}${asset}_${start}${end}.csv`)
}

/** The name of a file in another form. */
export function formName(name: string, form: Pick<Form, 'accounting' | 'gzip'> & { spreadsheet?: unknown }): string {
  const stem = name.replace(/(?:\.csv)?(?:\.gz)?$/i, '')
  const layout = form.accounting?.layout
  const kind = layout ?? (form.spreadsheet === undefined ? '' : 'spreadsheet')
  const suffix = kind === '' ? '' : `.${kind === 'general' ? 'accounting' : kind}`
  return `${stem}${suffix}.csv${form.gzip ? '.gz' : ''}`
}

/** The name of a file that is not complete. */
export const incompleteName = (name: string): string => name.replace(/(?:\.csv)?$/i, '.incomplete.csv')
