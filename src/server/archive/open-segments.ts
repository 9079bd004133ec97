import { promises as fs } from 'node:fs'
import { basename } from 'node:path'
import { crc32 } from 'node:zlib'
import * as yauzl from 'yauzl'
import { inOrder } from './import-segments.ts'
import { reason, type Segment, SegmentError, segmentOf, type Zip } from './segment.ts'

/** Opens a zip archive on the disk. Rejects as yauzl does. */
async function openZip(path: string): Promise<Zip<yauzl.Entry>> {
  const zip = await yauzl.openPromise(path, { autoClose: false, strictFileNames: true })
  return {
    fileSize: zip.fileSize,
    entryCount: zip.entryCount,
    eachEntry: () => zip.eachEntry(),
    async *unpack(entry) {
      yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>
    },
    crc32,
    close: () => zip.close(),
  }
}

/** Opens an archive and reads its metadata. Rejects with a SegmentError that says in a sentence why it is not a segment. */
export async function openSegment(path: string): Promise<Segment> {
  const file = basename(path)
  const found = await fs.stat(path).catch(() => undefined)
  if (!found) throw new SegmentError(`There is no file ${path}.`)
  if (!found.isFile()) throw new SegmentError(`${path} is not a file.`)
  const zip = await openZip(path).catch((error: unknown) => {
    throw new SegmentError(`${file} is not a zip archive: ${reason(error)}.`)
  })
  return segmentOf(zip, file)
}

/** Opens archives and sorts them by height. Rejects with SegmentError when one is no segment or lacks a table. */
export async function openSegments(paths: readonly string[]): Promise<Segment[]> {
  const segments: Segment[] = []
  try {
    for (const path of paths) segments.push(await openSegment(path))
    return inOrder(segments)
  } catch (error) {
    for (const segment of segments) segment.close()
    throw error
  }
}
