import { LRUCache } from 'lru-cache'
import { host } from '#host'
import { SharedRequests } from '../recent-read.ts'
import { currentRecord } from './request-record.ts'
import type { PlainResponse } from './transport.ts'

/** A body as it is sent, in one encoding, and the strong tag of these bytes (RFC 9110, 8.8.3). */
export interface CachedBody {
  bytes: Uint8Array
  gzip: boolean
  etag: string
}

/** A body that is wanted: of which request, in which encoding, at which state of the database. */
export interface BodyRequest {
  /** The same for requests that mean the same. */
  key: string
  gzip: boolean
  state: string
}

/** Longer bodies are built for every request. */
const maxBodyBytes = 1_000_000
/** What an entry takes besides its body and key. */
const entryBytes = 500
/** A standby may hide a commit from its snapshot while an older transaction runs, until the next block. */
const maxAgeMs = 60_000

async function etagOf(bytes: Uint8Array<ArrayBuffer>, gzip: boolean): Promise<string> {
  const hash = host.base64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  return `"${hash.slice(0, 27).replaceAll('+', '-').replaceAll('/', '_')}${gzip ? '-gzip' : ''}"`
}

const keyOf = ({ gzip, key }: BodyRequest): string => (gzip ? `gzip ${key}` : key)

/** The bodies of one database at its present state. Those used least recently go when they take more than `maxBytes`. */
export class CachedBodies {
  readonly #bodies: LRUCache<string, CachedBody>
  readonly #requests = new SharedRequests<CachedBody | string>()
  #state = ''

  constructor(maxBytes: number) {
    this.#bodies = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }, key) => bytes.byteLength + 2 * key.length + entryBytes,
      ttl: maxAgeMs,
    })
  }

  /** The body where it is kept. */
  find(request: BodyRequest): CachedBody | undefined {
    if (request.state !== this.#state) {
      this.#bodies.clear()
      this.#state = request.state
    }
    const cached = this.#bodies.get(keyOf(request))
    const record = currentRecord()
    if (record) record.cache ??= cached ? 'hit' : 'miss'
    return cached
  }

  /**
   * The body, kept or made; text when it is too long to be kept. Equal requests share one `make`, which is aborted when
   * the last of them is. Rejects as `make` does; a failure is not kept.
   */
  async get(
    request: BodyRequest,
    make: (signal: AbortSignal) => Promise<string>,
    signal: AbortSignal,
  ): Promise<CachedBody | string> {
    const { state, gzip } = request
    const key = keyOf(request)
    const finish = async (ended: AbortSignal): Promise<CachedBody | string> => {
      const body = gzip
        ? await packed(await this.get({ ...request, gzip: false }, make, ended))
        : await plain(await make(ended))
      if (typeof body === 'object' && state === this.#state) this.#bodies.set(key, body)
      return body
    }
    return this.find(request) ?? this.#requests.join(`${state} ${key}`, finish, signal)
  }
}

async function plain(text: string): Promise<CachedBody | string> {
  // The host's bytes would keep a shared piece of memory for a small text.
  const bytes = new TextEncoder().encode(text)
  return bytes.byteLength > maxBodyBytes ? text : { bytes, gzip: false, etag: await etagOf(bytes, false) }
}

async function packed(body: CachedBody | string): Promise<CachedBody | string> {
  if (typeof body === 'string' || !host.gzip) return body
  const bytes = await host.gzip.whole(body.bytes)
  return { bytes, gzip: true, etag: await etagOf(bytes, true) }
}

/** Whether an If-None-Match names this tag; a proxy may have made the tag weak (RFC 9110, 13.1.2). */
function names(header: string | null, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags?.some((tag) => tag === '*' || tag === etag) === true
}

/** The answer with a finished body, or 304 where the client has it. It may be stored, but must be validated each time. */
export function cachedResponse(
  request: Request,
  { bytes, gzip, etag }: CachedBody,
  about: Readonly<Record<string, string>>,
): PlainResponse {
  const headers = Object.assign({ ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Origin, Accept-Encoding' }, about)
  if (names(request.headers.get('if-none-match'), etag)) return { status: 304, headers, body: null }
  const described = Object.assign(
    headers,
    { 'Content-Type': 'application/json' },
    gzip && { 'Content-Encoding': 'gzip' },
  )
  return { status: 200, headers: described, body: bytes }
}
