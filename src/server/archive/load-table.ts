import { maxDecimals } from '../../wire/scalar.ts'
import { textOfBytes } from '../bytes.ts'
import { StatementError, type WritableDb } from '../database/db.ts'
import { type ColumnRule, ruleOf, CsvError, CsvProjection, readHeader } from './csv-projection.ts'
import { isLedgerBySides } from '../database/missing-parts.ts'
import { SegmentError, type Segment } from './segment.ts'
import { type SegmentTable, supportedVersion } from './tables.ts'

/** The rules of the columns to load, undefined for others. Throws SegmentError for the first missing or unknown column. */
function chosen(
  { name, needed, ignored }: SegmentTable,
  names: readonly string[],
  { file, databaseVersion }: Segment,
): (ColumnRule | undefined)[] {
  for (const column of needed) {
    const times = names.filter((other) => other === column).length
    if (times === 0) throw new SegmentError(`${file} has no column "${column}" in its table ${name}.`)
    if (times > 1) throw new SegmentError(`${file} has the column "${column}" more than once in its table ${name}.`)
  }
  const strange = names.find((column) => !needed.includes(column) && !ignored.includes(column))
  if (strange !== undefined) {
    throw new SegmentError(
      `${file} has a column "${strange.slice(0, 80)}" in its table ${name}, which schema ${supportedVersion} does not know` +
        `${databaseVersion === supportedVersion ? '' : ` (the archive is of schema ${databaseVersion})`}.`,
    )
  }
  return names.map((column) => (needed.includes(column) ? ruleOf(column, name) : undefined))
}

/** A fault of the archive as a SegmentError about its table; other errors unchanged. */
export function refused(error: unknown, table: string, file: string): unknown {
  if (error instanceof CsvError) return new SegmentError(`${file}: the table ${table} ${error.message}.`)
  if (error instanceof RangeError) return new SegmentError(`${file}: in the table ${table} ${error.message}.`)
  if (error instanceof StatementError) {
    const column = /column (\w+)/.exec(error.where)?.[1]
    const place = column === undefined ? table : `${table}, column ${column}`
    return new SegmentError(`${file}: the database refused the table ${place}: ${error.message}.`)
  }
  return error
}

/** Checks that the kept rows of the table blocks hold consecutive heights. The result throws CsvError. */
function heightCheck(column: number, first: bigint): (chunk: Uint8Array) => void {
  let expected = first
  let partial = ''
  return (chunk) => {
    const lines = (partial + textOfBytes(chunk)).split('\n')
    partial = lines.pop() ?? ''
    for (const line of lines) {
      const height = line.split(',')[column] ?? ''
      if (height !== String(expected)) {
        const place = `in line ${expected - first + 2n}, column height`
        throw new CsvError(`has ${JSON.stringify(height)} ${place}, where ${expected} follows`)
      }
      expected += 1n
    }
  }
}

const entries = 'lyra_loaded_ledger'

/** Where rows are loaded into, and what is done with them then: a ledger by sides takes an entry for each of its accounts. */
async function targetOf(
  db: WritableDb,
  { name }: SegmentTable,
): Promise<[string, (columns: string[]) => Promise<void>]> {
  if (name !== 'ledger' || !(await isLedgerBySides(db))) return [name, () => Promise.resolve()]
  await db.exec(`create temporary table ${entries} (like ledger) on commit drop;
    alter table ${entries} drop column account_id`)
  const side = (column: string, columns: string): string => `select ${column}, ${columns} from ${entries}`
  return [
    entries,
    async (names) => {
      const columns = names.join(', ')
      await db.exec(`insert into ledger (account_id, ${columns})
        ${side('account_from_id', columns)}
        union all ${side('account_to_id', columns)} where account_to_id <> account_from_id;
        drop table ${entries}`)
    },
  ]
}

const decimals: readonly [table: string, column: string, least: number][] = [
  ['assets', 'decimals', 0],
  ['markets_current', 'decimal_places', 0],
  ['markets_current', 'position_decimal_places', -maxDecimals],
]

/** Rejects with CsvError where a loaded asset or market has decimals that the interface does not allow. */
async function checkDecimals(db: WritableDb, name: string): Promise<void> {
  for (const [, column, least] of decimals.filter(([table]) => table === name)) {
    const outside = `select ${column}::text from ${name} where ${column} not between ${least} and ${maxDecimals} limit 1`
    const [row] = await db.rows(outside)
    if (row) {
      const belongs = `a whole number from ${least} to ${maxDecimals} belongs`
      throw new CsvError(`has ${JSON.stringify(row[0])} in column ${column}, where ${belongs}`)
    }
  }
}

/**
 * Counts the ledger's entries from a height on that no export has, as exports join the accounts of both sides. A data node's
 * archives have the accounts of all entries; one edited by hand may not.
 */
export const entriesWithoutAccount = `select count(*) from ledger
  left join accounts sender on sender.id = account_from_id left join accounts receiver on receiver.id = account_to_id
  where ledger_entry_time >= (select min(vega_time) from blocks where height >= $1::bigint)
    and (sender.id is null or receiver.id is null)`

/** Loads a table, `currentstate` in place of what is there; gives the number of rows. Rejects with SegmentError. */
export async function loadTable(
  db: WritableDb,
  segment: Segment,
  table: SegmentTable,
  { onLoaded, signal }: { onLoaded: (rows: number, bytes: number) => void; signal: AbortSignal },
): Promise<number> {
  let bytes = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of segment.read(`${table.folder}/${table.name}`)) {
      signal.throwIfAborted()
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    const { names, rest } = await readHeader(counted())
    const projection = new CsvProjection(chosen(table, names, segment))
    const columns = names.filter((name) => table.needed.includes(name))
    const checkHeights =
      table.name === 'blocks' ? heightCheck(columns.indexOf('height'), segment.heightFrom) : undefined
    async function* projected(): AsyncGenerator<Uint8Array> {
      for await (const chunk of rest) {
        const kept = projection.push(chunk)
        checkHeights?.(kept)
        yield kept
        onLoaded(projection.rows, bytes)
      }
      const end = projection.end()
      checkHeights?.(end)
      yield end
    }
    const [into, finish] = await targetOf(db, table)
    // Not truncate: on PostgreSQL readers see the old rows until the transaction is committed.
    if (table.folder === 'currentstate') await db.exec(`delete from ${table.name}`)
    await db.load(`copy ${into} (${columns.join(', ')}) from stdin (format csv)`, projected())
    await finish(columns)
    await checkDecimals(db, table.name)
    onLoaded(projection.rows, bytes)
    return projection.rows
  } catch (error) {
    throw refused(error, table.name, segment.file)
  }
}
