import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'
import { isServicePath } from '../../wire/operations.ts'
import { rawPath } from './request-target.ts'
import { type Answer, acceptsGzip } from './transport.ts'

const gzip = promisify(gzipCallback)

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
}
/** Formats that are compressed already. */
const packed = new Set(['png', 'woff2', 'ico'])

/**
 * `connect-src`: a reader may name any node, whose candle stream is a websocket. Style elements are needed by the chart's logo. The dashboard is shown in no
 * frame and runs no foreign script.
 */
const policy = [
  "default-src 'self'",
  'connect-src * ws: wss:',
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The worker that hashes an export compiles WebAssembly. A worker has the policy of its own file, so no page needs that. */
const compiles = /^\/assets\/export-worker-[\w-]+\.js$/

/** What the dashboard never asks a browser for, so that no script in it can. */
const unused =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb'

const protection = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': unused
    .split(' ')
    .map((feature) => `${feature}=()`)
    .join(', '),
  Vary: 'Origin, Accept-Encoding',
}

interface File {
  headers: Record<string, string>
  /** Says the content, packed or not. */
  tag: string
  bytes: Buffer
  gzipped: Buffer | undefined
}

async function load(folder: string): Promise<Map<string, File>> {
  const files = new Map<string, File>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length).split(sep).join('/')
    const extension = /\.(\w+)$/.exec(name)?.[1] ?? ''
    const bytes = await readFile(path)
    const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    const compressible = !packed.has(extension) && bytes.byteLength > 256
    files.set(name, {
      headers: {
        ...protection,
        ...(compiles.test(name) && {
          'Content-Security-Policy': `${policy}; script-src 'self' 'wasm-unsafe-eval'`,
        }),
        'Content-Type': mediaTypes[extension] ?? 'application/octet-stream',
        // Files under /assets/ carry a hash of their content in their names.
        ETag: `W/${tag}`,
        'Cache-Control': name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
      tag,
      bytes,
      gzipped: compressible ? await gzip(bytes, { level: 9 }) : undefined,
    })
  }
  return files
}

/** Whether the browser has the content already (RFC 9110, 13.1.2). */
const isKnown = (request: Request, tag: string): boolean =>
  (request.headers.get('if-none-match') ?? '').split(',').some((given) => {
    const known = given.trim()
    return known === '*' || known.replace(/^W\//, '') === tag
  })

export interface Dashboard {
  /** Whether the raw path names one of its files. */
  has(path: string): boolean
  /** The file or the page that a GET asks for; undefined when it asks for neither. */
  answer(request: Request): Promise<Answer | undefined>
}

/**
 * The built dashboard, read into memory once: only names that were there at the start are ever answered, so that no
 * path reaches another file. Any other path that is asked for as HTML is a page of the application.
 */
export function dashboardOf(folder: string): Dashboard {
  const root = join(folder, '.')
  let files = new Map<string, File>()
  const loading = load(root).then(
    (loaded) => {
      files = loaded
    },
    (error: unknown) => console.error(`The dashboard in ${root} cannot be read:`, error),
  )

  function find(request: Request): File | undefined {
    const path = rawPath(request.url)
    const file = files.get(path === '/' ? '/index.html' : path)
    if (file) return file
    if (isServicePath(path)) return undefined
    return request.headers.get('accept')?.includes('text/html') ? files.get('/index.html') : undefined
  }

  return {
    has: (path) => path === '/' || files.has(path),
    async answer(request) {
      await loading
      const file = find(request)
      if (!file) return undefined
      const { headers, tag, bytes, gzipped } = file
      if (isKnown(request, tag)) {
        const { 'Content-Type': _, ...kept } = headers
        return { status: 304, headers: kept, body: null }
      }
      if (!gzipped) return { status: 200, headers, body: bytes, asIs: true }
      if (!acceptsGzip(request.headers.get('accept-encoding'))) return { status: 200, headers, body: bytes }
      return { status: 200, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: gzipped, asIs: true }
    },
  }
}
