import { interruptSignal } from './serve/signals.ts'
import { writeBackup, restoreBackup } from '../database/pglite/backup.ts'
import { isEmpty } from '../database/chain.ts'
import type { Reads } from '../database/db.ts'
import { openPglite } from '../database/pglite/pglite.ts'
import { shellWord, UsageError } from './operating-options.ts'

export interface FolderCommand {
  name: 'backup' | 'restore' | 'verify'
  directory: string
  /** Empty for `verify`. */
  file: string
}

const takes = { backup: ['DIR', 'FILE'], restore: ['FILE', 'DIR'], verify: ['DIR'] }

/** Throws UsageError for another number of arguments. */
export function folderCommandOf(name: FolderCommand['name'], given: readonly string[]): FolderCommand {
  const order = takes[name]
  if (given.length !== order.length || given.includes(''))
    throw new UsageError(`The command is: lyra ${name} ${order.join(' ')}.`)
  const argument = (what: string): string => given[order.indexOf(what)] ?? ''
  return { name, directory: argument('DIR'), file: argument('FILE') }
}

/** Imported archives whose blocks are not all there, and whether the newest of them is that of the database. */
const missingBlocks = `
  select height_from || ' to ' || height_to,
    height_to - height_from + 1 - (select count(*) from blocks where height between height_from and height_to)
  from lyra_segments order by height_from`

/** Files that are shorter than they were: of what is cut off, PostgreSQL reads the rest as the whole. */
const cutOff = `
  select oid::regclass from pg_class
  where relkind in ('r', 'i', 't') and pg_relation_size(oid) < relpages * current_setting('block_size')::bigint`

/** Reads every row of every table and prints their numbers. Rejects with a sentence where something is missing or unreadable. */
async function verify(db: Reads, signal: AbortSignal): Promise<void> {
  if (await isEmpty(db)) throw new Error('Nothing was imported into it, or all is lost.')
  const [short] = await db.rows(cutOff)
  if (short) throw new Error(`The file of ${short[0]} is cut off or missing: restore a backup.`)
  const tables = await db.rows(`select oid::regclass::text from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`)
  for (const [table] of tables) {
    signal.throwIfAborted()
    // A text of each whole row, so that no index answers in place of the table and what is stored aside is read too.
    const [row] = await db.rows(`select count(*)::text, sum(length(t::text))::text from ${table} t`)
    console.log(`  ${table}: ${row?.[0]} ${row?.[0] === '1' ? 'row' : 'rows'}`)
  }
  for (const [blocks, missing] of await db.rows(missingBlocks))
    if (missing !== '0') throw new Error(`Of the imported blocks ${blocks}, ${missing} are missing: restore a backup.`)
  const [end] = await db.rows(`select max(height_to)::text, (select height::text from last_block) from lyra_segments`)
  if (end?.[0] && end[0] !== end[1])
    throw new Error(`Imported up to block ${end[0]}, but its last block is ${end[1] ?? 'unknown'}: restore a backup.`)
}

/** `lyra backup`, `lyra restore`, `lyra verify`. Resolves to the exit status; rejects with a sentence. */
export async function runFolderCommand({ name, directory, file }: FolderCommand): Promise<number> {
  const signal = interruptSignal('Cancelling: nothing unfinished is left.')
  try {
    if (name === 'backup') {
      await writeBackup(directory, file, signal)
      console.log(`Done: ${file} holds the database of ${directory}.`)
    } else if (name === 'restore') {
      await restoreBackup(file, directory, signal)
      console.log(`Done. To check it: lyra verify ${shellWord(directory)}`)
    } else {
      const db = await openPglite(directory, undefined, 'verify')
      console.log(`The database in ${directory} opens.`)
      // Within a transaction, where a statement may take its time.
      await db.transaction((inside) => verify(inside, signal)).finally(() => db.close())
      console.log('Every row was read and the imported blocks are all there.')
    }
    return 0
  } catch (error) {
    if (!signal.aborted) throw error
    return 130
  }
}
