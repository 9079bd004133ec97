import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { promises as streams } from 'node:stream'
import yazl from 'yazl'
import { segmentTables } from '../../../src/server/archive/tables.ts'

/** A row by column; a column that is not named is NULL. Values are CSV fields as they stand, quotes and all. */
export type Row = Readonly<Record<string, string>>

/** What a small archive for tests holds. */
export interface SmallSegment {
  from: number
  to: number
  chainId?: string
  /** Rows of tables by name; blocks, chain and last_block are made when not given. */
  rows?: Readonly<Record<string, readonly Row[]>>
  /** Whole files in place of what would be made, by `folder/table`; undefined leaves the file out. */
  files?: Readonly<Record<string, string | undefined>>
  metadata?: Readonly<Record<string, unknown>>
}

/** Block `height` of the small chain, one a minute from 2024-03-01 on, as PostgreSQL writes it. */
export const blockTime = (height: number): string =>
  `${new Date(Date.UTC(2024, 2, 1) + height * 60_000).toISOString().slice(0, 19).replace('T', ' ')}+00`

const blockOf = (height: number): Row => ({
  vega_time: blockTime(height),
  height: String(height),
  hash: String.raw`\x${height.toString(16).padStart(4, '0')}`,
})

/** A CSV of a table with all columns of schema 115, the unneeded ones first. */
export function csvOf(name: string, rows: readonly Row[]): string {
  const table = segmentTables.find((other) => other.name === name)
  if (!table) throw new Error(`no table ${name}`)
  const columns = [...table.ignored, ...table.needed]
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
  return lines.map((line) => `${line.join(',')}\n`).join('')
}

/** The files of a segment by name, in the order of a real one. */
export function filesOf({ from, to, chainId = 'small-1', rows = {}, files = {}, metadata = {} }: SmallSegment) {
  const made: Readonly<Record<string, readonly Row[]>> = {
    blocks: Array.from({ length: to - from + 1 }, (_, index) => blockOf(from + index)),
    last_block: [{ ...blockOf(to), onerow_check: 't' }],
    chain: [{ id: chainId, onerow_check: 't' }],
    ...rows,
  }
  const described = { HeightFrom: from, HeightTo: to, DatabaseVersion: 115, ChainID: chainId, ...metadata }
  const all: Record<string, string | undefined> = { 'metadata.json': JSON.stringify(described) }
  for (const { folder, name } of segmentTables) all[`${folder}/${name}`] = csvOf(name, made[name] ?? [])
  return { ...all, ...files }
}

/** Writes an archive into `directory` under the name a node would give it. Resolves to its path. */
export async function writeSegment(directory: string, segment: SmallSegment, name?: string): Promise<string> {
  const { from, to, chainId = 'small-1' } = segment
  const path = join(directory, name ?? `${chainId}-115-${from}-${to}.zip`)
  const zip = new yazl.ZipFile()
  for (const [file, text] of Object.entries(filesOf(segment))) {
    if (text !== undefined) zip.addBuffer(Buffer.from(text), file)
  }
  zip.end()
  await streams.pipeline(zip.outputStream, createWriteStream(path))
  return path
}
