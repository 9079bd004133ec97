import type { Zip, ZipEntry } from '../server/archive/segment.ts'

interface BlobEntry extends ZipEntry {
  method: number
  /** Where the entry's own header begins. */
  offset: number
}

const [endSignature, locatorSignature, end64Signature] = [0x06054b50, 0x07064b50, 0x06064b50]
const [entrySignature, headerSignature] = [0x02014b50, 0x04034b50]
const endLength = 22
const maxComment = 65_535
/** No segment has so many files: a directory with a thousand of the longest names fits. */
const maxDirectory = 1 << 20
const [stored, deflated] = [0, 8]

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function crc32(bytes: Uint8Array, before: number): number {
  let value = ~before
  for (let at = 0; at < bytes.length; at += 1) value = (table[(value ^ bytes[at]!) & 255] ?? 0) ^ (value >>> 8)
  return ~value >>> 0
}

async function viewOf(blob: Blob, start: number, length: number): Promise<DataView> {
  if (start < 0 || start + length > blob.size) throw new Error('it is cut off')
  return new DataView(await blob.slice(start, start + length).arrayBuffer())
}

function longAt(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true))
  if (!Number.isSafeInteger(value)) throw new Error('a length in it is too large')
  return value
}

interface Directory {
  count: number
  start: number
  length: number
}

/** Where the central directory is; of a large archive in the record of 64 bits. */
async function findDirectory(blob: Blob): Promise<Directory> {
  const length = Math.min(blob.size, endLength + maxComment)
  const start = blob.size - length
  const tail = await viewOf(blob, start, length)
  let end = length - endLength
  while (
    end >= 0 &&
    !(tail.getUint32(end, true) === endSignature && tail.getUint16(end + 20, true) === length - end - endLength)
  )
    end -= 1
  if (end < 0) throw new Error('it has no end of a central directory')
  const found = {
    count: tail.getUint16(end + 10, true),
    length: tail.getUint32(end + 12, true),
    start: tail.getUint32(end + 16, true),
  }
  if (tail.getUint16(end + 4, true) !== 0) throw new Error('it is a part of several disks')
  if (found.count !== 0xffff && found.length !== 0xffffffff && found.start !== 0xffffffff) return found
  const locator = await viewOf(blob, start + end - 20, 20)
  if (locator.getUint32(0, true) !== locatorSignature) throw new Error('its directory of 64 bits is missing')
  const record = await viewOf(blob, longAt(locator, 8), 56)
  if (record.getUint32(0, true) !== end64Signature) throw new Error('its directory of 64 bits is missing')
  return { count: longAt(record, 32), length: longAt(record, 40), start: longAt(record, 48) }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The longer values of an entry, each where its short field is full (extra field 1). */
function widened(view: DataView, at: number, length: number, short: readonly number[]): number[] {
  const end = at + length
  while (at + 4 <= end && view.getUint16(at, true) !== 1) at += 4 + view.getUint16(at + 2, true)
  let next = at + 4
  return short.map((value) => {
    if (value !== 0xffffffff) return value
    if (next + 8 > end) throw new Error('an entry has no length')
    next += 8
    return longAt(view, next - 8)
  })
}

function entryAt(view: DataView, at: number): { entry: BlobEntry; next: number } {
  if (at + 46 > view.byteLength || view.getUint32(at, true) !== entrySignature)
    throw new Error('its central directory is damaged')
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
  const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
    number,
    number,
    number,
  ]
  const next = at + 46 + name + extra + comment
  if (next > view.byteLength) throw new Error('its central directory is damaged')
  const fileName = utf8.decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, name))
  if (flags & 1) throw new Error(`"${fileName}" is encrypted`)
  if (method !== stored && method !== deflated) throw new Error(`"${fileName}" is packed in a way that no segment is`)
  const short = [24, 20, 42].map((field) => view.getUint32(at + field, true))
  const [uncompressedSize = 0, compressedSize = 0, offset = 0] = widened(view, at + 46 + name, extra, short)
  if (method === stored && compressedSize !== uncompressedSize) throw new Error(`"${fileName}" has two lengths`)
  return {
    entry: { fileName, method, compressedSize, uncompressedSize, crc32: view.getUint32(at + 16, true), offset },
    next,
  }
}

/** The bytes of an entry, as many as it declares. */
async function* unpack(
  blob: Blob,
  { fileName, method, compressedSize, uncompressedSize, offset }: BlobEntry,
): AsyncGenerator<Uint8Array> {
  const header = await viewOf(blob, offset, 30)
  if (header.getUint32(0, true) !== headerSignature) throw new Error('its header is not there')
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  const name = await viewOf(blob, offset + 30, header.getUint16(26, true))
  if (utf8.decode(name) !== fileName) throw new Error('its header has another name')
  if (start + compressedSize > blob.size) throw new Error('it is cut off')
  const packed = blob.slice(start, start + compressedSize).stream()
  const bytes = method === stored ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = bytes.getReader()
  let length = 0
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      length += step.value.length
      if (length > uncompressedSize) throw new Error(`it has more than the ${uncompressedSize} bytes that it declares`)
      yield step.value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
  if (length < uncompressedSize) throw new Error(`it has ${length} of the ${uncompressedSize} bytes that it declares`)
}

/** Reads the end of a zip archive on the reader's disk. Rejects with an Error that says why it is none. */
export async function openZipBlob(blob: Blob): Promise<Zip<BlobEntry>> {
  const { count, start, length } = await findDirectory(blob)
  if (length > maxDirectory) throw new Error('its central directory is longer than that of any segment')
  const directory = await viewOf(blob, start, length)
  return {
    fileSize: blob.size,
    entryCount: count,
    async *eachEntry() {
      let at = 0
      for (let index = 0; index < count; index += 1) {
        const { entry, next } = entryAt(directory, at)
        yield entry
        at = next
      }
      if (at !== length) throw new Error('its central directory has more than it says')
    },
    unpack: (entry) => unpack(blob, entry),
    crc32,
    close: () => undefined,
  }
}
