import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { Readable, pipeline } from 'node:stream'
import { inspect, promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'

/** A value that code gets without being handed it, for as long as one request runs. */
export interface Scope<T> {
  getStore(): T | undefined
  run<Result>(value: T, work: () => Result): Result
}

/** Packs bodies; both leave the bytes of a chunk to the reader before the next is asked for. */
interface Gzip {
  whole(body: string | Uint8Array): Promise<Uint8Array<ArrayBuffer>>
  /** Flushes every chunk, so that none waits for the next. A failure of the source reaches the reader. */
  chunks(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}

/**
 * What the service takes from the machine it runs on, imported as `#host`: this module, in a browser
 * `src/browser/host.ts` (docs/decisions/0046-two-hosts.md).
 */
export interface Host {
  newScope<T>(): Scope<T>
  /** UTF-8 bytes; small ones may share a larger piece of memory. */
  encode(text: string): Uint8Array<ArrayBuffer>
  byteLength(text: string): number
  base64(bytes: Uint8Array): string
  /** A word of up to 32 letters that no other text gets; the same in every process that shares a database. */
  wordOf(text: string): string
  /** Absent where nothing travels over a line. */
  gzip: Gzip | undefined
  /** A timer that keeps no process alive. */
  inBackground(timer: ReturnType<typeof setTimeout>): void
  /** Any number of requests may listen to this signal. */
  allowListeners(signal: AbortSignal): void
  describe(error: unknown): string
}

const wholeGzip = promisify(gzip)

/** On pages of candles level 2 packs 210 MB/s to 19 %, the default 6 only 60 MB/s to 16 %. */
const gzipLevel = 2

async function* gzipChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packed = createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH, chunkSize: 65_536 })
  // A failure of the source destroys the gzip stream and so reaches the reader.
  pipeline(Readable.from(chunks, { objectMode: true, highWaterMark: 1 }), packed, () => {})
  yield* packed as AsyncIterable<Uint8Array>
}

export const host: Host = {
  newScope: <T>() => new AsyncLocalStorage<T>(),
  encode: (text) => Buffer.from(text),
  byteLength: (text) => Buffer.byteLength(text),
  base64: ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
  wordOf: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
  gzip: { whole: (body) => wholeGzip(body, { level: gzipLevel }), chunks: gzipChunks },
  inBackground: (timer) => void timer.unref(),
  allowListeners: (signal) => setMaxListeners(0, signal),
  describe: (error) => inspect(error),
}
