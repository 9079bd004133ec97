import { open, stat, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { Reader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { fileFault } from '../file-fault.ts'
import { inOrder, type Segment, SegmentError, segmentOf } from './segment.ts'

class FileReader extends Reader<FileHandle> {
  constructor(
    private readonly handle: FileHandle,
    override readonly size: number,
  ) {
    super(handle)
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(length)
    const { bytesRead } = await this.handle.read(bytes, 0, length, index)
    return bytes.subarray(0, bytesRead)
  }
}

/** Opens an archive and reads its metadata. Rejects with a SegmentError that says in a sentence why it is not a segment. */
export async function openSegment(path: string): Promise<Segment> {
  const unreadable = (error: unknown): never => {
    throw new SegmentError(`${path} cannot be read: ${fileFault(error)}.`)
  }
  const found = await stat(path).catch(unreadable)
  if (!found.isFile()) throw new SegmentError(`${path} is not a file.`)
  if (found.size === 0) throw new SegmentError(`${path} is empty.`)
  const handle = await open(path).catch(unreadable)
  return segmentOf(new FileReader(handle, found.size), basename(path), () => void handle.close())
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
