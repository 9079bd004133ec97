import type { Bytes } from '../stream/stages.ts'
import { columnIndexes, csvRows, fieldsOf } from './csv-scanner.ts'
import { isoUtc } from './ledger-time.ts'
import { shiftDecimals } from '../../format/amount.ts'
import { csvRow, type Separator, withoutFormula } from '../../format/csv.ts'

/** What a spreadsheet needs to know of an asset. */
export interface AssetScale {
  symbol: string
  decimals: number
}

/** The form in which a file is delivered. Without any option it is the node's own bytes. */
export interface Form {
  /** Shifted amounts, ISO times in UTC, harmless cells. Absent: the bytes as they are. */
  spreadsheet?: {
    assets: Readonly<Record<string, AssetScale>>
    delimiter: Separator
    /** A byte order mark, which some programs need to recognize UTF-8. */
    mark: boolean
  }
  gzip: boolean
}

const written = (cells: readonly string[], delimiter: Separator): string => csvRow(cells.map(withoutFormula), delimiter)

const amounts = ['quantity', 'effect', 'account_from_balance', 'account_to_balance'] as const

/** The rows of a ledger export for a spreadsheet. Two columns are added: the asset's symbol and the decimals that were shifted. */
export function spreadsheetRow(
  columns: NonNullable<ReturnType<typeof columnIndexes>>,
  { assets, delimiter }: NonNullable<Form['spreadsheet']>,
): (row: string) => string {
  return (row) => {
    const cells = fieldsOf(row)
    const scale = assets[cells[columns.asset_id] ?? '']
    cells[columns.vega_time] = isoUtc(cells[columns.vega_time] ?? '')
    if (scale) {
      for (const name of amounts) {
        const raw = cells[columns[name]] ?? ''
        if (/^-?\d+$/.test(raw)) cells[columns[name]] = shiftDecimals(raw, scale.decimals)
      }
    }
    return written([...cells, scale?.symbol ?? '', scale ? String(scale.decimals) : ''], delimiter)
  }
}

function spreadsheet(form: NonNullable<Form['spreadsheet']>): TransformStream<Bytes, Bytes> {
  const encoder = new TextEncoder()
  let convert: ((row: string) => string) | undefined
  let out = form.mark ? '\uFEFF' : ''
  const rows = csvRows((line) => {
    const row = line.slice(0, -1)
    if (convert) {
      out += convert(row)
      return
    }
    const columns = columnIndexes(row)
    if (!columns) throw new Error('The file does not start with the header of a ledger export.')
    const names = row.trim().split(',')
    names[columns.vega_time] = 'time_utc'
    out += written([...names, 'asset_symbol', 'asset_decimals'], form.delimiter)
    convert = spreadsheetRow(columns, form)
  })
  return new TransformStream({
    transform(chunk, controller) {
      rows.push(chunk)
      const broken = rows.broken()
      if (broken !== undefined) throw new Error(`The file is not a ledger export: ${broken}.`)
      if (out !== '') controller.enqueue(encoder.encode(out))
      out = ''
    },
  })
}

/** A ledger export in the requested form. */
export function converted(file: ReadableStream<Bytes>, { spreadsheet: sheet, gzip }: Form): ReadableStream<Bytes> {
  const text = sheet ? file.pipeThrough(spreadsheet(sheet)) : file
  return gzip ? text.pipeThrough(new CompressionStream('gzip')) : text
}
