import * as v from 'valibot'
import { Uint64, parseJson } from '../../wire/scalar.ts'
import { concatBytes, textOfBytes } from '../bytes.ts'

/** Why an archive is not imported, as a sentence for the user. */
export class SegmentError extends Error {
  override readonly name = 'SegmentError'
}

/** A file in a zip archive, as its central directory declares it. */
export interface ZipEntry {
  fileName: string
  compressedSize: number
  uncompressedSize: number
  crc32: number
}

/** An open zip archive; what reads it belongs to the host. Its methods reject with an error whose first sentence says why. */
export interface Zip<Entry extends ZipEntry = ZipEntry> {
  fileSize: number
  entryCount: number
  eachEntry(): AsyncIterable<Entry>
  /** The unpacked bytes; the last read rejects unless there are as many as declared. */
  unpack(entry: Entry): AsyncIterable<Uint8Array>
  /** The CRC-32 of bytes after others. */
  crc32(bytes: Uint8Array, before: number): number
  close(): void
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

/** The blocks of a segment in words. */
export const blocksOf = ({ heightFrom, heightTo }: Pick<Segment, 'heightFrom' | 'heightTo'>): string =>
  `blocks ${heightFrom} to ${heightTo}`

/** The first sentence of an error, to be embedded in another. */
export const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(/\. /)[0]?.replace(/\.+$/, '') ?? ''

/** The entries by name. Rejects with SegmentError for files that no segment holds. */
async function entriesOf<Entry extends ZipEntry>(zip: Zip<Entry>, file: string): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries)
    throw new SegmentError(`${file} holds ${zip.entryCount} files; no segment has so many.`)
  const entries = new Map<string, Entry>()
  let packed = 0
  for await (const entry of zip.eachEntry()) {
    const { fileName, compressedSize, uncompressedSize } = entry
    if (!entryName.test(fileName))
      throw new SegmentError(`${file} holds "${fileName}", which does not belong in a segment.`)
    if (entries.has(fileName)) throw new SegmentError(`${file} holds "${fileName}" twice.`)
    const limit = fileName === 'metadata.json' ? largestMetadata : largestTable
    const swollen = uncompressedSize > ratioMattersFrom && uncompressedSize > compressedSize * highestRatio
    if (uncompressedSize > limit || swollen) {
      throw new SegmentError(`${file} declares ${uncompressedSize} bytes for "${fileName}", too much to be a segment.`)
    }
    packed += compressedSize
    entries.set(fileName, entry)
  }
  // Entries that share their bytes could unpack to more than the limits above allow.
  if (packed > zip.fileSize) throw new SegmentError(`${file} declares more packed bytes than it has.`)
  return entries
}

/** Unpacks one entry, checking length and checksum. */
async function* unpack<Entry extends ZipEntry>(
  zip: Zip<Entry>,
  entry: Entry,
  file: string,
): AsyncGenerator<Uint8Array> {
  let checksum = 0
  try {
    for await (const chunk of zip.unpack(entry)) {
      checksum = zip.crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    throw new SegmentError(`${file} is damaged at "${entry.fileName}": ${reason(error)}.`)
  }
  if (checksum !== entry.crc32)
    throw new SegmentError(`${file} is damaged at "${entry.fileName}": its checksum differs.`)
}

async function metadataOf(chunks: AsyncIterable<Uint8Array>, file: string): Promise<v.InferOutput<typeof Metadata>> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  let value: unknown
  try {
    value = parseJson(textOfBytes(concatBytes(parts)))
  } catch {
    throw new SegmentError(`${file} has a metadata.json that is not JSON.`)
  }
  const parsed = v.safeParse(Metadata, value)
  if (!parsed.success) {
    const member = parsed.issues[0].path?.map(({ key }) => String(key)).join('.') ?? ''
    throw new SegmentError(`${file} has a metadata.json without a valid ${member || 'content'}.`)
  }
  return parsed.output
}

/**
 * Reads the directory and the metadata of an archive named `file`. Rejects with a SegmentError that says in a sentence why it is
 * not a segment; the archive is closed then.
 */
export async function segmentOf<Entry extends ZipEntry>(zip: Zip<Entry>, file: string): Promise<Segment> {
  try {
    const entries = await entriesOf(zip, file)
    const described = entries.get('metadata.json')
    if (!described) throw new SegmentError(`${file} has no metadata.json, so it is not a network-history segment.`)
    const metadata = await metadataOf(unpack(zip, described, file), file)
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
        yield* unpack(zip, entry, file)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error instanceof SegmentError
      ? error
      : new SegmentError(`${file} is not a sound zip archive: ${reason(error)}.`)
  }
}
