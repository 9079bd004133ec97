import { readFile, readdir } from 'node:fs/promises'
import { type ServerResponse, createServer } from 'node:http'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { json, pageFrom, rowsInAll, rowsPerPage, smallAnswers } from './generated-rows.ts'
import { referencePage } from './reference-page.ts'

/** The built dashboard and a node of the interface at one address, answering from memory. */
export interface GeneratedNode {
  url: string
  /** Answers that start behind this row wait until it is given again. */
  holdFrom: (row: number | undefined) => void
  stop: () => void
}

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

export interface File {
  headers: Record<string, string>
  bytes: Buffer
}

/** The files of the built dashboard, packed as the service packs them. */
export async function readDashboard(): Promise<Map<string, File>> {
  const folder = resolve(process.env['LYRA_DASHBOARD'] ?? 'dist/web')
  const files = new Map<string, File>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const type = mediaTypes[/\.(\w+)$/.exec(path)?.[1] ?? ''] ?? 'application/octet-stream'
    const bytes = gzipSync(await readFile(path), { level: 9 })
    files.set(path.slice(folder.length), { bytes, headers: { 'Content-Type': type, 'Content-Encoding': 'gzip' } })
  }
  return files
}

/** Starts it on a free port of this machine. */
export async function startGeneratedNode(): Promise<GeneratedNode> {
  const files = await readDashboard()
  const pages = Array.from({ length: rowsInAll / rowsPerPage }, (_, index) => pageFrom(index * rowsPerPage))
  let heldFrom: number | undefined
  let waiting: (() => void)[] = []

  const send = (response: ServerResponse, { headers, bytes }: File): void => {
    response.writeHead(200, { ...headers, 'Content-Length': bytes.byteLength, 'Cache-Control': 'no-store' }).end(bytes)
  }
  const server = createServer((request, response) => {
    const target = request.url ?? '/'
    const path = target.split('?')[0] ?? '/'
    const file = files.get(path)
    if (file) return send(response, file)
    if (path === '/reference') {
      return send(response, { headers: { 'Content-Type': 'text/html' }, bytes: Buffer.from(referencePage) })
    }
    const body = smallAnswers.find(([form]) => form.test(target))?.[1]
    const answer = { headers: { 'Content-Type': 'application/json' } }
    if (body) return send(response, { ...answer, bytes: body })
    if (path === '/api/v2/margin-modes') {
      const after = /pagination\.after=cursor-(\d+)/.exec(target)?.[1]
      const from = after === undefined ? 0 : Number(after) + 1
      const page = pages[from / rowsPerPage] ?? json({})
      const go = (): void => send(response, { ...answer, bytes: page })
      if (heldFrom !== undefined && from >= heldFrom) waiting.push(go)
      else go()
      return undefined
    }
    const index = files.get('/index.html')
    if (index && request.headers.accept?.includes('text/html')) return send(response, index)
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"code":5,"message":"Not Found","details":[]}')
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    holdFrom(row) {
      heldFrom = row
      const released = waiting
      waiting = []
      for (const go of released) go()
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
