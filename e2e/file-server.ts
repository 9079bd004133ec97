import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { built } from './service.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
}

interface FileServerOptions {
  /** Of the built dashboard. */
  folder?: string
  /** Files of other folders, by their name below the path. */
  files?: Readonly<Record<string, string>>
  /** More headers of the file of a name. */
  headers?: (name: string) => Readonly<Record<string, string>>
  /** Names that it does not have. */
  missing?: RegExp
  /** Sends the copies that the build has packed to browsers that take them. */
  packed?: boolean
}

/** A running server of files; `asked` grows by the path of each request. */
export interface FileServer {
  url: string
  asked: string[]
  close: () => void
}

const path = '/old/lyra/'

/** Serves the built dashboard below a path, with nothing else: no service, and no page but its files. */
export async function serveFiles({
  folder = built('web'),
  files = {},
  headers,
  missing,
  packed,
}: FileServerOptions = {}): Promise<FileServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://static.invalid')
    asked.push(pathname)
    const name = pathname.startsWith(path) ? pathname.slice(path.length) || 'index.html' : undefined
    const file = name === undefined ? '' : (files[name] ?? join(folder, name))
    const accepted = packed === true ? (request.headers['accept-encoding'] ?? '') : ''
    const [ending = '', encoding] =
      [['.br', 'br'] as const, ['.gz', 'gzip'] as const].find(
        ([end, word]) => accepted.includes(word) && existsSync(`${file}${end}`),
      ) ?? []
    if (name === undefined || missing?.test(name) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'Content-Type': types[extname(name)] ?? 'application/octet-stream',
      ...(encoding !== undefined && { 'Content-Encoding': encoding }),
      ...headers?.(name),
    })
    createReadStream(`${file}${ending}`).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { url: `http://127.0.0.1:${port}${path}`, asked, close: () => server.close() }
}
