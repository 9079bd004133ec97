import type { LedgerColumn } from '../../../wire/ledger-export.ts'
import type { Bytes } from '../../../client/stages.ts'
import { type Accounting, accountingRows, type AssetScale } from './accounting.ts'
import { columnIndexes, csvRows, fieldsOf } from './csv-scanner.ts'
import { amountColumns, counterpartyWords } from './ledger-row.ts'
import { ledgerTimeIso } from './ledger-time.ts'
import { shiftDecimals } from '../../format/amount.ts'
import { csvRow, type Separator, withoutFormula } from '../../format/csv.ts'

/** The form in which a file is delivered. Without any option it is the node's own bytes. */
export interface Form {
  /** Shifted amounts, ISO times in UTC, harmless cells. Absent: the bytes as they are. */
  spreadsheet?: {
    assets: Readonly<Record<string, AssetScale>>
    delimiter: Separator
    /** A byte order mark, which some programs need to recognize UTF-8. */
    mark: boolean
  }
  /** Only what changes the party's holdings, for accounts and taxes. */
  accounting?: Accounting
  gzip: boolean
}

const written = (cells: readonly string[], delimiter: Separator): string => csvRow(cells.map(withoutFormula), delimiter)

/** Digits that a spreadsheet keeps of a number. */
const maxDigits = 15

/** An amount that a spreadsheet would round becomes text, by an apostrophe in front; any other stays a number. */
const kept = (amount: string): string =>
  amount.replace(/^-|\./g, '').replace(/^0+/, '').replace(/0+$/, '').length > maxDigits ? `'${amount}` : amount

type Columns = NonNullable<ReturnType<typeof columnIndexes>>
/** The lines of a file in another form: of its header, then of each row, empty for one that is not in it. */
type Writer = (columns: Columns, header: string) => { head: string; row: (text: string) => string }

/** For a spreadsheet, three columns are added: the counterparty, the asset's symbol and the decimals that were shifted. */
const spreadsheetRows =
  ({ assets, delimiter }: NonNullable<Form['spreadsheet']>): Writer =>
  (columns, header) => {
    const names = header.trim().split(',')
    names[columns.vega_time] = 'time_utc'
    return {
      head: written([...names, 'counterparty', 'asset_symbol', 'asset_decimals'], delimiter),
      row: (text) => {
        const cells = fieldsOf(text)
        const counterparty = counterpartyWords((name) => cells[columns[name]] ?? '')
        const scale = assets[cells[columns.asset_id] ?? '']
        cells[columns.vega_time] = ledgerTimeIso(cells[columns.vega_time] ?? '')
        const safe = [...cells, counterparty, scale?.symbol ?? '', scale ? String(scale.decimals) : ''].map(
          withoutFormula,
        )
        for (const name of amountColumns) {
          const raw = cells[columns[name]] ?? ''
          if (/^-?\d+$/.test(raw)) safe[columns[name]] = kept(scale ? shiftDecimals(raw, scale.decimals) : raw)
        }
        return csvRow(safe, delimiter)
      },
    }
  }

const accounting =
  (form: Accounting): Writer =>
  (columns) => {
    const rows = accountingRows(form)
    return {
      head: csvRow(rows.names),
      row: (text) => {
        const fields = fieldsOf(text)
        const cells = rows.cells((name: LedgerColumn) => fields[columns[name]] ?? '', text)
        return cells ? csvRow(cells) : ''
      },
    }
  }

function rewritten(open: Writer, mark: boolean): TransformStream<Bytes, Bytes> {
  const encoder = new TextEncoder()
  let writer: ReturnType<Writer> | undefined
  let out = mark ? '\uFEFF' : ''
  const rows = csvRows((line) => {
    const text = line.slice(0, -1)
    if (writer) {
      out += writer.row(text)
      return
    }
    const columns = columnIndexes(text)
    if (!columns) throw new Error('The file does not start with the header of a ledger export.')
    writer = open(columns, text)
    out += writer.head
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

/** A ledger export in the requested form. Fails where an accounting file cannot be made of it. */
export function converted(file: ReadableStream<Bytes>, form: Form): ReadableStream<Bytes> {
  const writer = form.accounting ? accounting(form.accounting) : form.spreadsheet && spreadsheetRows(form.spreadsheet)
  const text = writer ? file.pipeThrough(rewritten(writer, form.spreadsheet?.mark === true)) : file
  return form.gzip ? text.pipeThrough(new CompressionStream('gzip')) : text
}
