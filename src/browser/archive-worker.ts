import dataUrl from '@electric-sql/pglite/pglite.data?url'
import wasmUrl from '@electric-sql/pglite/pglite.wasm?url'
import { BlobReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { expose, transfer } from 'comlink'
import { importSegments } from '../server/archive/import-segments.ts'
import { bytesOf, inOrder, reason, type Segment, SegmentError, segmentOf } from '../server/archive/segment.ts'
import { otherSchemaWords } from '../server/archive/tables.ts'
import { noCore } from '../server/core/core.ts'
import type { WritableDb } from '../server/database/db.ts'
import { type EngineParts, openEngine } from '../server/database/pglite/engine.ts'
import { pgliteSession } from '../server/database/pglite/session.ts'
import { createService } from '../server/http/service.ts'
import { version } from '../server/version.ts'

/** What archives hold, in order of height. Heights are decimal, bytes are unpacked and of the tables that are loaded. */
export interface ArchiveContent {
  chainId: string
  from: string
  to: string
  files: readonly string[]
  bytes: number
  /** What is odd in them, as of another schema than the one known here. */
  remarks: readonly string[]
}

/** How far an import is. `bytes` of `bytesMax` are unpacked and loaded. */
export interface ArchiveProgress {
  file: string
  /** The table that is loaded; absent while candles and indexes are made of what is loaded. */
  table?: string
  rows: number
  bytes: number
  bytesMax: number
}

/** A response of the service; without a body it is a file, which comes in pieces when they are asked for. */
export interface ArchiveResponse {
  status: number
  headers: [string, string][]
  body: Uint8Array<ArrayBuffer> | undefined
}

let service: ReturnType<typeof createService> | undefined
let opened: Promise<WritableDb> | undefined
let segments: Segment[] = []
let loading = new AbortController()
let remarks: string[] = []
const running = new Map<
  string,
  { control: AbortController; reader?: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> }
>()

/** Eight bytes that begin each WebAssembly module: enough to learn whether it may be compiled. */
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

/** Put in by the build: what an empty database has to be of. Absent in tests. */
declare const LYRA_DATABASE: string | undefined

/** Whether the browser has already unpacked it, as it does when the server declares the encoding. */
const isPacked = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b
const isTar = (bytes: Uint8Array): boolean => String.fromCharCode(...bytes.subarray(257, 262)) === 'ustar'

/** A database with Lyra's tables and no rows, made at build; undefined where there is none: making one takes some seconds. */
async function emptyDatabase(): Promise<Blob | undefined> {
  if (typeof LYRA_DATABASE !== 'string') return undefined
  const here = import.meta.url
  const response = await fetch(new URL(`../archive/empty.tar.gz?${LYRA_DATABASE}`, here)).catch(() => undefined)
  if (!response?.ok) return undefined
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (isPacked(bytes)) return new Blob([bytes], { type: 'application/x-gzip' })
  return isTar(bytes) ? new Blob([bytes], { type: 'application/x-tar' }) : undefined
}

/** What a database is made of: all of it is asked for at once. Rejects where a part is not there. */
async function programOf(): Promise<EngineParts> {
  const [pgliteWasmModule, fsBundle, loadDataDir] = await Promise.all([
    WebAssembly.compileStreaming(fetch(wasmUrl)),
    fetch(dataUrl).then((response) => {
      if (!response.ok) throw new Error(`the status of its data is ${response.status}`)
      return response.blob()
    }),
    emptyDatabase(),
  ])
  if (!loadDataDir) return { pgliteWasmModule, fsBundle }
  // What makes a new database is not needed, and would be loaded where nothing is in its place.
  return { pgliteWasmModule, fsBundle, loadDataDir, initdbWasmModule: await WebAssembly.compile(emptyModule) }
}

/** It comes while the segments are read. */
const program = programOf()
program.catch(() => undefined)

/** Opens PGlite in memory. Rejects where it cannot start: by itself it would wait for ever. */
async function openDatabase(): Promise<WritableDb> {
  try {
    await WebAssembly.compile(emptyModule)
  } catch (error) {
    throw new Error(`This browser does not let the page run a database (WebAssembly): ${String(error)}`, {
      cause: error,
    })
  }
  const failed = new Promise<never>((_, reject) =>
    addEventListener(
      'unhandledrejection',
      (event) => {
        event.preventDefault()
        reject(event.reason)
      },
      { once: true },
    ),
  )
  const opening = program.then((parts) => openEngine(undefined, parts))
  return Promise.race([opening, failed]).then(pgliteSession, (error: unknown) => {
    throw new Error(`The database could not be started: ${reason(error)}.`, { cause: error })
  })
}

const contentOf = (held: readonly Segment[]): ArchiveContent => ({
  chainId: held[0]?.chainId ?? '',
  from: String(held[0]?.heightFrom ?? 0),
  to: String(held.at(-1)?.heightTo ?? 0),
  files: held.map(({ file }) => file),
  bytes: held.reduce((bytes, segment) => bytes + bytesOf(segment), 0),
  remarks: held.flatMap((segment) => otherSchemaWords(segment) ?? []),
})

const progressEveryMs = 100

/** Tells `onProgress` of the import of `wanted`, ten times a second at most. */
function progressOf(wanted: readonly Segment[], onProgress: (progress: ArchiveProgress) => void) {
  const bytesMax = contentOf(wanted).bytes
  let [file, rowsBefore, bytesBefore, bytesOfFile, toldAt] = ['', 0, 0, 0, 0]
  const tell = (rows: number, bytes: number, table?: string): void => {
    toldAt = performance.now()
    onProgress({
      file,
      rows: rowsBefore + rows,
      bytes: bytesBefore + bytes,
      bytesMax,
      ...(table !== undefined && { table }),
    })
  }
  return {
    started(segment: Segment, bytes: number) {
      bytesBefore += bytesOfFile
      ;[file, bytesOfFile] = [segment.file, bytes]
      tell(0, 0)
    },
    loading(table: string, rows: number, bytes: number) {
      if (performance.now() - toldAt >= progressEveryMs) tell(rows, bytes, table)
    },
    loaded(table: string, rows: number, bytes: number) {
      tell(rows, bytes, table)
      rowsBefore += rows
    },
    noticed: (remark: string) => void remarks.push(remark),
    building: () => tell(0, bytesOfFile),
    finished: () => undefined,
    skipped: (segment: Segment) => void (bytesBefore += bytesOf(segment)),
  }
}

const noCoreNode = 'An archive has no core node: '

/** The host of the addresses that the service sees. Nothing listens there. */
const origin = 'http://archive.invalid'

const worker = {
  /** Opens segments and sorts them by height. Rejects with a sentence for a file that is none. */
  async examine(files: readonly File[]): Promise<ArchiveContent> {
    segments = []
    segments = inOrder(await Promise.all(files.map((file) => segmentOf(new BlobReader(file), file.name))))
    return contentOf(segments)
  },
  /** Loads what was examined; resolves to remarks. Rejects with a sentence that names file, table, line and column; what was loaded before stays. */
  async load(onProgress: (progress: ArchiveProgress) => void): Promise<readonly string[]> {
    remarks = []
    loading = new AbortController()
    opened ??= openDatabase()
    const db = await opened
    await importSegments(db, segments, progressOf(segments, onProgress), loading.signal)
    service ??= createService({
      db,
      core: noCore(db, {
        spam: `${noCoreNode}spam statistics live in its memory, and no segment holds them.`,
        work: `${noCoreNode}it alone knows the proof-of-work parameters in force.`,
      }),
      version,
    })
    return remarks
  },
  /** Ends an import; the segments that were whole stay. */
  cancel: (): void => loading.abort(new SegmentError('The import was cancelled.')),
  /**
   * Answers a request for `target`, path and query, as a service behind an address does. Without a body its pieces follow by
   * `next`. Names of requests are the caller's.
   */
  async request(id: string, target: string, headers: [string, string][]): Promise<ArchiveResponse> {
    if (!service) throw new Error('No archive is open.')
    const control = new AbortController()
    running.set(id, { control })
    const request = new Request(origin + target, { headers, signal: control.signal })
    const response = await service.fetch(request)
    const start = { status: response.status, headers: [...response.headers] }
    if (response.body && response.headers.get('content-disposition') !== null) {
      running.set(id, { control, reader: response.body.getReader() })
      return { ...start, body: undefined }
    }
    const body = new Uint8Array(await response.arrayBuffer())
    running.delete(id)
    return transfer({ ...start, body }, [body.buffer])
  },
  /** The next piece of a file; undefined after the last. */
  async next(id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const step = await running.get(id)?.reader?.read()
    if (step?.done !== false) running.delete(id)
    return step?.value
  },
  /** Ends a request and its file. */
  async abort(id: string): Promise<void> {
    const request = running.get(id)
    running.delete(id)
    request?.control.abort()
    await request?.reader?.cancel()
  },
  /** Answers requests that come over `port` too: those of another worker of the page. */
  connect(port: MessagePort): void {
    const shared: ArchivePort = {
      request: (...asked) => worker.request(...asked),
      next: (id) => worker.next(id),
      abort: (id) => worker.abort(id),
    }
    expose(shared, port)
  },
}

export type ArchiveWorker = typeof worker
export type ArchivePort = Pick<ArchiveWorker, 'request' | 'next' | 'abort'>

expose(worker)
