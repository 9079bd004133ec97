import { type FileEntry, type Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import * as v from 'valibot'
import { Uint64, jsonOf } from '../../wire/scalar.ts'
import { concatBytes, textOfBytes } from '../bytes.ts'
import { segmentTables } from './tables.ts'

/** Why an archive is not imported, as a sentence for the user. */
export class SegmentError extends Error {
  override readonly name = 'SegmentError'
}

/** wire.md 13: `metadata.json`, then one CSV without extension for each table. */
const entryName = /^(?:metadata\.json|(?:currentstate|history)\/(?:[a-z_][a-z0-9_]{0,62})?|(?:currentstate|history))$/

const maxEntries = 1000
const largestMetadata = 64 << 10
const largestTable = 16 * 2 ** 30
/** CSV of a network compresses about seven-fold; a much higher ratio is a zip bomb. */
const highestRatio = 200
const ratioMattersFrom = 1 << 20

const Metadata = v.object({
  HeightFrom: Uint64,
  HeightTo: Uint64,
  DatabaseVersion: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  ChainID: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
})

/** An open network-history segment. Heights are inclusive on both ends. */
export interface Segment {
  /** The archive's file name without its folder. */
  file: string
  heightFrom: bigint
  heightTo: bigint
  databaseVersion: number
  chainId: string
  /** Bytes of `folder/table` when unpacked; undefined when the segment does not hold it. */
  sizeOf(path: string): number | undefined
  /** The bytes of `folder/table`. Rejects with SegmentError when they are not what the archive declares. */
  read(path: string): AsyncGenerator<Uint8Array>
  close(): void
}

export const blocksOf = ({ heightFrom, heightTo }: Pick<Segment, 'heightFrom' | 'heightTo'>): string =>
  `blocks ${heightFrom} to ${heightTo}`

/** The bytes to load. Throws SegmentError for a segment that lacks a table, before anything is changed. */
export function bytesOf(segment: Segment): number {
  return segmentTables.reduce((bytes, { folder, name }) => {
    const size = segment.sizeOf(`${folder}/${name}`)
    if (size === undefined) throw new SegmentError(`${segment.file} does not hold the table ${folder}/${name}.`)
    return bytes + size
  }, 0)
}

/** Segments by height. Throws SegmentError when one lacks a table. */
export function inOrder(segments: readonly Segment[]): Segment[] {
  segments.forEach(bytesOf)
  return segments.toSorted((one, other) => (one.heightFrom < other.heightFrom ? -1 : 1))
}

/** The first sentence of an error, to be embedded in another. */
export const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(/\. /)[0]?.replace(/\.+$/, '') ?? ''

/** The files by name. Rejects with SegmentError for those that no segment holds. */
async function filesOf(
  zip: ZipReader<unknown>,
  reader: Reader<unknown>,
  file: string,
): Promise<Map<string, FileEntry>> {
  const entries = new Map<string, FileEntry>()
  const names = new Set<string>()
  let packed = 0
  // What no segment holds is refused below by its name.
  for await (const entry of zip.getEntriesGenerator({ filenameValidation: 'tolerant' })) {
    const { filename: name, compressedSize, uncompressedSize } = entry
    if (names.size === maxEntries)
      throw new SegmentError(`${file} holds more than ${maxEntries} files; no segment does.`)
    if (!entryName.test(name)) throw new SegmentError(`${file} holds "${name}", which does not belong in a segment.`)
    if (names.has(name)) throw new SegmentError(`${file} holds "${name}" twice.`)
    const limit = name === 'metadata.json' ? largestMetadata : largestTable
    const swollen = uncompressedSize > ratioMattersFrom && uncompressedSize > compressedSize * highestRatio
    if (uncompressedSize > limit || swollen) {
      throw new SegmentError(`${file} declares ${uncompressedSize} bytes for "${name}", too much to be a segment.`)
    }
    packed += compressedSize
    names.add(name)
    if (!entry.directory) entries.set(name, entry)
  }
  // Entries that share their bytes could unpack to more than the limits above allow.
  if (packed > reader.size) throw new SegmentError(`${file} declares more packed bytes than it has.`)
  return entries
}

/** Unpacks one entry, checking length and checksum. */
async function* unpack(entry: FileEntry, file: string): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const unpacking = entry.getData(writable, { checkCrc32: true, checkLocalFilename: true, useWebWorkers: false })
  unpacking.catch((error: unknown) => writable.abort(error)).catch(() => undefined)
  const reader = readable.getReader()
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value
    await unpacking
  } catch (error) {
    throw new SegmentError(`${file} is damaged at "${entry.filename}": ${reason(error)}.`)
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function metadataOf(chunks: AsyncIterable<Uint8Array>, file: string): Promise<v.InferOutput<typeof Metadata>> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const value = jsonOf(textOfBytes(concatBytes(parts)))
  if (value === undefined) throw new SegmentError(`${file} has a metadata.json that is not JSON.`)
  const parsed = v.safeParse(Metadata, value)
  if (!parsed.success) {
    const member = v.getDotPath(parsed.issues[0]) ?? 'content'
    throw new SegmentError(`${file} has a metadata.json without a valid ${member}.`)
  }
  return parsed.output
}

/**
 * Opens an archive named `file` and reads its metadata. Rejects with a SegmentError that says in a sentence why it is not a
 * segment; `close` is called then, as it is by the segment's own.
 */
export async function segmentOf(
  reader: Reader<unknown>,
  file: string,
  close = (): void => undefined,
): Promise<Segment> {
  const zip = new ZipReader(reader)
  try {
    const entries = await filesOf(zip, reader, file)
    const described = entries.get('metadata.json')
    if (!described) throw new SegmentError(`${file} has no metadata.json, so it is not a network-history segment.`)
    const metadata = await metadataOf(unpack(described, file), file)
    const [heightFrom, heightTo] = [BigInt(metadata.HeightFrom), BigInt(metadata.HeightTo)]
    const highest = 2n ** 63n - 1n
    if (heightTo > highest) throw new SegmentError(`${file} says that it ends at block ${heightTo}, above ${highest}.`)
    if (heightTo < heightFrom)
      throw new SegmentError(`${file} says that it ends at block ${heightTo}, before it starts.`)
    return {
      file,
      heightFrom,
      heightTo,
      databaseVersion: metadata.DatabaseVersion,
      chainId: metadata.ChainID,
      sizeOf: (table) => entries.get(table)?.uncompressedSize,
      async *read(table) {
        const entry = entries.get(table)
        if (!entry) throw new SegmentError(`${file} does not hold "${table}".`)
        yield* unpack(entry, file)
      },
      close,
    }
  } catch (error) {
    close()
    throw error instanceof SegmentError ? error : new SegmentError(`${file} is not a zip archive: ${reason(error)}.`)
  }
}
