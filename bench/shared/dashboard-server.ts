import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** An answer with status 200. */
export interface Reply {
  headers: Record<string, string>
  bytes: Buffer
}

export const reply = (type: string, bytes: Buffer | string): Reply => ({
  headers: { 'Content-Type': type },
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
})
export const replyJson = (value: object): Reply => reply('application/json', JSON.stringify(value))

/** The files of the built dashboard by path, packed as the service packs them. */
async function readDashboard(): Promise<Map<string, Reply>> {
  const folder = resolve(process.env['LYRA_DASHBOARD'] ?? 'dist/web')
  const files = new Map<string, Reply>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const type = mediaTypes[/\.(\w+)$/.exec(path)?.[1] ?? ''] ?? 'application/octet-stream'
    const bytes = gzipSync(await readFile(path), { level: 9 })
    files.set(path.slice(folder.length), { bytes, headers: { 'Content-Type': type, 'Content-Encoding': 'gzip' } })
  }
  return files
}

/** How a made-up node answers a path and its whole target; undefined for an unknown one. */
export type Answer = (path: string, target: string) => Reply | Promise<Reply> | undefined

export interface DashboardServer {
  url: string
  stop: () => void
}

/** The built dashboard and a made-up node at one free port of this machine; `headers` come with every reply. */
export async function serveDashboard(
  answer: Answer,
  headers: () => Record<string, string> = () => ({}),
): Promise<DashboardServer> {
  const files = await readDashboard()
  const find = (path: string, target: string, html: boolean): ReturnType<Answer> =>
    files.get(path) ?? answer(path, target) ?? (html ? files.get('/index.html') : undefined)
  const server = createServer((request, response) => {
    const target = request.url ?? '/'
    const html = request.headers.accept?.includes('text/html') === true
    void Promise.resolve(find(target.split('?')[0] ?? '/', target, html)).then((found) => {
      const { headers: own, bytes } = found ?? replyJson({ code: 5, message: 'Not Found', details: [] })
      const length = { 'Content-Length': bytes.byteLength, 'Cache-Control': 'no-store' }
      response.writeHead(found ? 200 : 404, { ...own, ...length, ...headers() }).end(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Replies that wait until they are released. */
export class Held {
  #waiting: (() => void)[] = []

  get count(): number {
    return this.#waiting.length
  }

  wait(found: () => Reply): Promise<Reply> {
    return new Promise((go) => this.#waiting.push(() => go(found())))
  }

  release(): void {
    for (const go of this.#waiting.splice(0)) go()
  }
}
