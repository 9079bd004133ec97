import type { Bytes } from '../../../client/stages.ts'

/** Where an export is written, as a value for workers and databases: a chosen file, private storage, or memory. */
export type Target =
  | { kind: 'file'; handle: FileSystemFileHandle }
  | { kind: 'private'; name: string }
  | { kind: 'memory'; blob?: Blob }

/** A file that can be appended to. Errors are those of the browser (a full disk: QuotaExceededError). */
export interface OutputFile {
  read(): Promise<Blob>
  /** A stream that writes after the first `at` bytes; what was there is discarded. */
  append(at: number): Promise<WritableStream<Bytes>>
  /** Makes what was appended durable. */
  commit(): Promise<void>
  remove(): Promise<void>
}

const batchBytes = 1_048_576

/** Collects small chunks: each write to a chosen file is a message to another process, and each part of a blob an object. */
function inBatches(write: (bytes: Bytes) => Promise<void>): {
  write: (chunk: Bytes) => Promise<void>
  flush: () => Promise<void>
} {
  let buffer = new Uint8Array(batchBytes)
  let length = 0
  const flush = async (): Promise<void> => {
    if (length === 0) return
    const full = buffer.subarray(0, length)
    buffer = new Uint8Array(batchBytes)
    length = 0
    await write(full)
  }
  return {
    flush,
    async write(chunk) {
      if (length + chunk.length > batchBytes) await flush()
      if (chunk.length >= batchBytes) return write(chunk)
      buffer.set(chunk, length)
      length += chunk.length
    },
  }
}

type Removable = FileSystemFileHandle & { remove?: () => Promise<void> }

/** A file the user chose. The browser writes to a copy, which replaces the file at the commit. */
function chosenFile(handle: Removable): OutputFile {
  let open: { writable: FileSystemWritableFileStream; flush: () => Promise<void> } | undefined
  return {
    read: () => handle.getFile(),
    async append(at) {
      const writable = await handle.createWritable({ keepExistingData: at > 0 })
      if (at > 0) {
        await writable.truncate(at)
        await writable.seek(at)
      }
      const batches = inBatches((bytes) => writable.write(bytes))
      open = { writable, flush: batches.flush }
      return new WritableStream({ write: batches.write })
    },
    async commit() {
      const closing = open
      open = undefined
      try {
        await closing?.flush()
        await closing?.writable.close()
      } catch (error) {
        await closing?.writable.abort().catch(() => {})
        throw error
      }
    },
    async remove() {
      await open?.writable.abort().catch(() => {})
      open = undefined
      await handle.remove?.().catch(() => {})
    },
  }
}

/** Available in workers alone, and not in every version of the DOM's types. */
interface SyncHandle {
  write(bytes: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  close(): void
}
type SyncFileHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncHandle> }

/** The names of exports in this origin's private storage begin with this. */
export const privatePrefix = 'export-'

/** A private file is written synchronously: the bytes reach it at once, so a page that is closed keeps what had come. */
async function privateFile(name: string): Promise<OutputFile> {
  const directory = await navigator.storage.getDirectory()
  const handle = (await directory.getFileHandle(name, { create: true })) as SyncFileHandle
  let access: SyncHandle | undefined
  const close = (): void => {
    access?.close()
    access = undefined
  }
  return {
    read: () => handle.getFile(),
    async append(from) {
      const opened = await handle.createSyncAccessHandle()
      access = opened
      opened.truncate(from)
      let at = from
      return new WritableStream({
        write(chunk) {
          for (let done = 0; done < chunk.length;) {
            const written = opened.write(done === 0 ? chunk : chunk.subarray(done), { at })
            if (written <= 0) throw new DOMException('The browser has no room for more data.', 'QuotaExceededError')
            done += written
            at += written
          }
        },
      })
    },
    commit: async () => close(),
    async remove() {
      close()
      await directory.removeEntry(name).catch(() => {})
    },
  }
}

/** A blob, which the browser may put on disk. It lives as long as the page. */
function memory(content: Blob = new Blob([])): OutputFile {
  const batches = inBatches(async (bytes) => {
    content = new Blob([content, bytes])
  })
  return {
    read: async () => content,
    async append(at) {
      content = content.slice(0, at)
      return new WritableStream({ write: batches.write })
    },
    commit: batches.flush,
    async remove() {
      content = new Blob([])
    },
  }
}

/** Opens a target. Throws when private storage is off or the chosen file may not be written. */
export async function openOutput(target: Target): Promise<OutputFile> {
  switch (target.kind) {
    case 'file':
      return chosenFile(target.handle)
    case 'private':
      return privateFile(target.name)
    case 'memory':
      return memory(target.blob)
  }
}
