import type { Bytes } from './decode-framing.ts'

/**
 * Where an export is written, as a value that can be sent to a worker and kept in a database: a file the reader chose, a
 * file of this origin's private storage, or memory.
 */
export type Target =
  | { kind: 'file'; handle: FileSystemFileHandle }
  | { kind: 'private'; name: string }
  | { kind: 'memory'; blob?: Blob }

/** A file that can be gone on with. Errors are those of the browser (a full disk: QuotaExceededError). */
export interface Sink {
  readonly kind: Target['kind']
  /** What has been committed. */
  read(): Promise<Blob>
  /** A stream that writes behind the first `at` bytes; what stood there is gone. */
  append(at: number): Promise<WritableStream<Bytes>>
  /** Makes what was appended lasting. */
  commit(): Promise<void>
  /** Leaves no file behind. */
  remove(): Promise<void>
}

const batch = 1_048_576

/** Collects chunks: each write to a chosen file is a message to another process. */
function batched(write: (bytes: Bytes) => Promise<void>): {
  write: (chunk: Bytes) => Promise<void>
  flush: () => Promise<void>
} {
  let buffer = new Uint8Array(batch)
  let length = 0
  const flush = async (): Promise<void> => {
    if (length === 0) return
    const full = buffer.subarray(0, length)
    buffer = new Uint8Array(batch)
    length = 0
    await write(full)
  }
  return {
    flush,
    async write(chunk) {
      if (chunk.length >= batch) {
        await flush()
        await write(chunk)
        return
      }
      if (length + chunk.length > batch) await flush()
      buffer.set(chunk, length)
      length += chunk.length
    },
  }
}

type Removable = FileSystemFileHandle & { remove?: () => Promise<void> }

/** A file the reader chose. The browser writes to a copy and puts it in place at the commit. */
function chosenFile(handle: Removable): Sink {
  let writable: FileSystemWritableFileStream | undefined
  let flush: (() => Promise<void>) | undefined
  return {
    kind: 'file',
    read: () => handle.getFile(),
    async append(at) {
      const opened = await handle.createWritable({ keepExistingData: at > 0 })
      if (at > 0) {
        await opened.truncate(at)
        await opened.seek(at)
      }
      const batches = batched((bytes) => opened.write(bytes))
      writable = opened
      flush = batches.flush
      return new WritableStream({ write: batches.write })
    },
    async commit() {
      const opened = writable
      writable = undefined
      if (!opened) return
      try {
        await flush?.()
        await opened.close()
      } catch (error) {
        await opened.abort().catch(() => {})
        throw error
      }
    },
    async remove() {
      await writable?.abort().catch(() => {})
      writable = undefined
      await handle.remove?.().catch(() => {})
    },
  }
}

/** What a worker may do with a private file beyond the rest of the page; not in every browser's types yet. */
interface SyncHandle {
  write(bytes: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  close(): void
}
type Syncable = FileSystemFileHandle & { createSyncAccessHandle?: () => Promise<SyncHandle> }

/** Synchronous writes reach the file at once, so that a page that is closed in the middle leaves what had come. */
function syncWriter(access: SyncHandle, from: number): WritableStream<Bytes> {
  let at = from
  access.truncate(from)
  return new WritableStream({
    write(chunk) {
      for (let done = 0; done < chunk.length;) {
        const written = access.write(done === 0 ? chunk : chunk.subarray(done), { at })
        if (written <= 0) throw new DOMException('The browser takes no more bytes.', 'QuotaExceededError')
        done += written
        at += written
      }
    },
  })
}

/** The names of exports in this origin's private storage begin with this. */
export const privatePrefix = 'export-'

async function privateFile(name: string): Promise<Sink> {
  const home = await navigator.storage.getDirectory()
  const handle: Syncable = await home.getFileHandle(name, { create: true })
  let access: SyncHandle | undefined
  let whole: Sink | undefined
  return {
    kind: 'private',
    read: () => handle.getFile(),
    async append(at) {
      if (!handle.createSyncAccessHandle) {
        // Outside a worker: the same file, written as a chosen one is.
        whole = chosenFile(handle)
        return whole.append(at)
      }
      access = await handle.createSyncAccessHandle()
      return syncWriter(access, at)
    },
    async commit() {
      access?.close()
      access = undefined
      await whole?.commit()
    },
    async remove() {
      access?.close()
      access = undefined
      await home.removeEntry(name).catch(() => {})
    },
  }
}

/** The browser's own store of blobs, which it may put on disk. Lives as long as the page. */
function memory(kept: Blob = new Blob([])): Sink {
  let coming: Promise<Blob> | undefined
  let writer: WritableStreamDefaultWriter<Bytes> | undefined
  return {
    kind: 'memory',
    read: async () => kept,
    async append(at) {
      kept = kept.slice(0, at)
      const through = new TransformStream<Bytes, Bytes>()
      coming = new Response(through.readable).blob()
      coming.catch(() => {})
      const into = through.writable.getWriter()
      writer = into
      return new WritableStream({ write: (chunk) => into.write(chunk) })
    },
    async commit() {
      await writer?.close()
      writer = undefined
      if (coming) kept = new Blob([kept, await coming])
      coming = undefined
    },
    async remove() {
      await writer?.abort().catch(() => {})
      writer = undefined
      coming = undefined
      kept = new Blob([])
    },
  }
}

/** Opens a target. Throws when private storage is off or the chosen file may not be written. */
export async function openSink(target: Target): Promise<Sink> {
  switch (target.kind) {
    case 'file':
      return chosenFile(target.handle)
    case 'private':
      return privateFile(target.name)
    case 'memory':
      return memory(target.blob)
  }
}
