import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable, promises as streams } from 'node:stream'
import yazl from 'yazl'
import { filesOf } from '../../tests/server/support/small-segment.ts'
import type { DataSet } from './data-set.ts'
import { longTables } from './data-set-lines.ts'
import { shortTables } from './data-set-rows.ts'

/** Writes the data set as a network-history archive. A run that ends half-way leaves nothing under `path`. */
export async function writeArchive(path: string, set: DataSet): Promise<void> {
  const chainId = `bench-${set.name}-1`
  const long = longTables(set)
  const files = filesOf({ from: 1, to: 2, chainId, rows: shortTables(chainId) })
  const zip = new yazl.ZipFile()
  for (const [name, text] of Object.entries(files)) {
    const lines = long[name]
    if (lines) zip.addReadStream(Readable.from(lines, { objectMode: false }), name, { compressionLevel: 1 })
    else if (text !== undefined) zip.addBuffer(Buffer.from(text), name)
  }
  zip.end()
  await streams.pipeline(zip.outputStream, createWriteStream(`${path}.part`))
  await rename(`${path}.part`, path)
}
