import { type IncomingHttpHeaders, get, request } from 'node:http'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fakeApp, fakeDb, listen } from '../../../tests/server/support/fake-service.ts'
import { health } from './service.ts'
import { dashboardOf } from './dashboard.ts'

const script = `export const answer = '${'x'.repeat(3000)}'`
const brotli = brotliCompressSync(script)
let outside: string
let app: Hono
beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'dashboard-'))
  const folder = join(outside, 'web')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(outside, 'secret.txt'), 'secret')
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html data-static lang="en"><meta property="og:image" content="./og.png" /><title>Lyra</title>' +
      '<link rel="icon" href="./favicon.svg" /><script type="module" src="./assets/main-abc.js"></script>',
  )
  await writeFile(join(folder, 'config.json'), '{}')
  await writeFile(join(folder, 'assets', 'main-abc.js'), script)
  await writeFile(join(folder, 'assets', 'packed-abc.js'), script)
  await writeFile(join(folder, 'assets', 'packed-abc.js.gz'), gzipSync(`${script} // packed by the build`))
  await writeFile(join(folder, 'assets', 'packed-abc.js.br'), brotli)
  await writeFile(join(folder, 'assets', 'worker-Ab_-1.js'), script)
  await writeFile(join(folder, 'assets', 'geist.woff2'), Buffer.alloc(5000))
  app = fakeApp(health, fakeDb([]), folder)
})
afterAll(() => rm(outside, { recursive: true }))

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test.each(['/', '/margin-modes?marketId=a1', '/parties/network', '/teams/referees/a%2Fb', '/some.thing'])(
  '%s is the page, never kept',
  async (target) => {
    const response = await app.request(target, { headers: html })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.text()).toContain('<title>Lyra')
  },
)

test.each(['/', '/spam'])(
  'crawlers of %s get the whole address of the picture, of the host they asked',
  async (path) => {
    for (const host of ['lyra.example', 'charts.example:8080']) {
      const page = await (await app.request(`http://${host}${path}`, { headers: html })).text()
      expect(page).toContain(`<meta property="og:image" content="http://${host}/og.png" />`)
    }
  },
)

test('a page at any path of the service names its files from the root, and none is taken for a server of files', async () => {
  const page = await (await app.request('/markets/a1/candles', { headers: html })).text()
  expect(page).toContain('<html lang="en">')
  expect([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)).toEqual([
    '/favicon.svg',
    '/assets/main-abc.js',
  ])
})

test('a program that previews shared links and takes anything gets the page, and a wrong address none', async () => {
  for (const headers of [{ accept: '*/*' }, {}]) {
    for (const path of ['/parties/network', `/assets/${'a1'.repeat(32)}`, '/ledger?partyId=network']) {
      const response = await app.request(path, { headers })
      expect([path, response.status]).toEqual([path, 200])
      expect(await response.text()).toContain('og:image')
    }
    for (const path of [
      '/nope',
      '/assets',
      '/markets/a/b',
      '/assets/gone-1.js',
      '/parties/some.png',
      '/api/v2/nope',
      '/health/x',
    ]) {
      expect([path, (await app.request(path, { headers })).status]).toEqual([path, 404])
    }
  }
  const json = await app.request('/parties/network', { headers: { accept: 'application/json' } })
  expect(json.status).toBe(404)
})

test('assets are immutable and compressed', async () => {
  const response = await app.request('/assets/main-abc.js', { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(response.headers.get('vary')).toContain('Accept-Encoding')
  expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(script)
  const plain = await app.request('/assets/main-abc.js')
  expect(plain.headers.has('content-encoding')).toBe(false)
  expect(await plain.text()).toBe(script)
  const font = await app.request('/assets/geist.woff2', { headers: { 'accept-encoding': 'gzip' } })
  expect(font.headers.get('content-type')).toBe('font/woff2')
  expect(font.headers.has('content-encoding')).toBe(false)
})

test('what the build has packed is sent as it is, to those who take it', async () => {
  const response = await app.request('/assets/packed-abc.js', { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await response.arrayBuffer()).toString()).toContain('packed by the build')
  const plain = await app.request('/assets/packed-abc.js')
  expect(plain.headers.get('vary')).toContain('Accept-Encoding')
  expect(await plain.text()).toBe(script)
})

const decoded = (encoding: string | null, body: Buffer): string =>
  (encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body).toString()

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br', 'br'],
  ['br, gzip;q=0', 'br'],
  ['identity, br', 'br'],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br'],
  ['gzip, BR;q=0.5', 'br'],
  ['br;q=0.9', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0', null],
  ['gzip;q=0, br;q=0', null],
  ['*;q=0', null],
  ['identity', null],
  ['brotli', null],
  ['', null],
  [undefined, null],
])('a packed script for a reader who takes %j is sent as %s', async (accepted, expected) => {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const response = await app.request('/assets/packed-abc.js', { headers })
  const encoding = response.headers.get('content-encoding')
  expect(encoding).toBe(expected)
  expect(response.headers.get('vary')?.toLowerCase()).toMatch(/^accept-encoding(?:, accept-encoding)*$/)
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(decoded(encoding, Buffer.from(await response.arrayBuffer()))).toContain(script)
})

test('each form of a packed script has its own length and tag, and a browser that has it is sent none', async () => {
  const { url, close } = await listen(app)
  const ask = (headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      get(`${url}/assets/packed-abc.js`, { headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      }).on('error', reject)
    })
  try {
    const tags = new Set<string>()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const first = await ask({ 'accept-encoding': encoding })
      if (encoding === 'br') expect(first.body.equals(brotli)).toBe(true)
      const length = first.headers['content-length']
      expect(length).toBe(String(first.body.length))
      const tag = first.headers.etag ?? ''
      tags.add(tag)
      const again = await ask({ 'accept-encoding': encoding, 'if-none-match': tag })
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, tag])
      expect(again.headers.vary).toContain('Accept-Encoding')
    }
    expect(tags.size).toBe(3)
  } finally {
    await close()
  }
})

test('HEAD says what GET would send, and sends nothing', async () => {
  const [get, head] = [await app.request('/config.json'), await app.request('/config.json', { method: 'HEAD' })]
  expect([head.status, await head.text()]).toEqual([200, ''])
  for (const name of ['content-type', 'cache-control', 'etag'])
    expect(head.headers.get(name)).toBe(get.headers.get(name))
})

test('other files are revalidated', async () => {
  const response = await app.request('/config.json')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(await response.json()).toEqual({})
})

test('the page runs no foreign script and cannot be framed', async () => {
  const { headers } = await app.request('/', { headers: html })
  const policy = headers.get('content-security-policy')?.split('; ')
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'self'",
      'connect-src * ws: wss:',
      "frame-ancestors 'none'",
      "img-src 'self' data: blob:",
    ]),
  )
  expect(headers.get('content-security-policy')).not.toContain('unsafe-eval')
  expect(headers.get('content-security-policy')).not.toContain('script-src')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('a site that the operator names, and no other, can frame a page', async () => {
  const open = dashboardOf(join(outside, 'web'), { frameAncestors: ["'self'", 'https://wiki.example'] })
  const { headers } = await open.request('/', { headers: html })
  const policy = headers.get('content-security-policy')?.split('; ')
  expect(policy).toContain("frame-ancestors 'self' https://wiki.example")
  expect(policy).toContain("default-src 'self'")
  expect(headers.get('x-frame-options')).toBeNull()
})

test('a page that another window opened, or a script that got in, reaches no more than the dashboard needs', async () => {
  const { headers } = await app.request('/', { headers: html })
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('permissions-policy')?.split(', ')).toEqual(
    expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()', 'usb=()', 'payment=()']),
  )
})

test.each(['/', '/margin-modes', '/config.json', '/assets/main-abc.js', '/assets/geist.woff2'])(
  '%s is not sent again to a browser that has it',
  async (target) => {
    for (const encoding of ['gzip', 'identity']) {
      const first = await app.request(target, { headers: { ...html, 'accept-encoding': encoding } })
      const tag = first.headers.get('etag') ?? ''
      expect(tag).toMatch(/^W\/"[\w-]{40}"$/)
      for (const known of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
        const again = await app.request(target, { headers: { ...html, 'if-none-match': known } })
        expect([again.status, await again.text()]).toEqual([304, ''])
        for (const name of ['etag', 'cache-control', 'vary']) {
          expect(again.headers.get(name)).toBe(first.headers.get(name))
        }
      }
      const changed = await app.request(target, { headers: { ...html, 'if-none-match': 'W/"older"' } })
      expect(changed.status).toBe(200)
    }
  },
)

test('worker scripts of any name may compile WebAssembly; documents may not', async () => {
  const policyOf = async (path: string) =>
    (await app.request(path, { headers: html })).headers.get('content-security-policy')
  const policy = await policyOf('/')
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toContain('script-src')
  expect(await policyOf('/ledger-export')).toBe(policy)
  for (const script of ['/assets/worker-Ab_-1.js', '/assets/main-abc.js'])
    expect(await policyOf(script)).toBe(`${policy}; script-src 'self' 'wasm-unsafe-eval'`)
})

const confOf = (name: string): Promise<string> => readFile(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')

test.each(['nginx/static.conf', 'caddy/Caddyfile'])('%s has the policies that the service sends', async (name) => {
  const paths = ['/', '/assets/main-abc.js', '/assets/archive-worker-Ab_-1.js']
  const sent = await Promise.all(paths.map(async (path) => (await app.request(path, { headers: html })).headers))
  const said = [...(await confOf(name)).matchAll(/"(default-src[^"]+)"/g)].map(([, policy]) => policy ?? '')
  expect(said.toSorted()).toEqual(sent.map((headers) => headers.get('content-security-policy') ?? '').toSorted())
})

/** Each server of files: whether it is on this machine, and its command for the folder `root` at `port`, given what `deploy` has. */
const fileServers = [
  {
    name: 'nginx',
    isThere: spawnSync('nginx', ['-v']).status === 0,
    command: async (root: string, port: number) => {
      const conf = (await confOf('nginx/static.conf'))
        .replace('listen 80', `listen 127.0.0.1:${port}`)
        .replace('root /srv/lyra', `root ${root}`)
        .replace('include mime.types', 'include /etc/nginx/mime.types')
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${root}/${name};`,
      )
      await writeFile(
        join(root, 'nginx.conf'),
        `daemon off; pid ${root}/pid; error_log stderr; events {} http { access_log off; ${paths.join(' ')} ${conf} }`,
      )
      return ['-p', root, '-c', join(root, 'nginx.conf'), '-e', 'stderr']
    },
  },
  {
    name: 'caddy',
    isThere: spawnSync('caddy', ['version']).status === 0,
    command: async (root: string, port: number) => {
      const conf = (await confOf('caddy/Caddyfile'))
        .replace('lyra.example {', `http://127.0.0.1:${port} {`)
        .replace('root * /srv/lyra', `root * ${root}`)
      await writeFile(join(root, 'Caddyfile'), `{\n\tadmin off\n}\n${conf}`)
      return ['run', '--config', join(root, 'Caddyfile'), '--adapter', 'caddyfile']
    },
  },
]
for (const { name, isThere, command } of fileServers)
  test.skipIf(!isThere)(
    `${name} sends the folder below a path with the types and policies that an archive needs`,
    async () => {
      const root = await mkdtemp(join(tmpdir(), `${name}-`))
      // The workers of nginx are another user.
      await chmod(root, 0o755)
      await cp(join(outside, 'web'), join(root, 'lyra'), { recursive: true })
      await writeFile(join(root, 'lyra/assets/database-abc.wasm'), 'wasm')
      await writeFile(join(root, 'lyra/assets/archive-worker-Ab_-1.js'), script)
      const { port, close } = await listen(app)
      await close()
      const env = { ...process.env, XDG_CONFIG_HOME: root, XDG_DATA_HOME: root }
      const server = spawn(name, await command(root, port), { stdio: 'ignore', env })
      const ended = once(server, 'exit')
      try {
        const url = `http://127.0.0.1:${port}/lyra/`
        const page = await vi.waitFor(() => fetch(url), { timeout: 10_000 })
        expect(page.headers.get('content-type')).toContain('text/html')
        expect(page.headers.get('cache-control')).toBe('no-cache')
        expect(await page.text()).toContain('<html data-static')
        for (const path of ['', 'assets/main-abc.js', 'assets/archive-worker-Ab_-1.js']) {
          const [sent, ofService] = [await fetch(url + path), await app.request(`/${path}`, { headers: html })]
          const policyOf = ({ headers }: Response) => headers.get('content-security-policy')
          expect([path, policyOf(sent)]).toEqual([path, policyOf(ofService)])
        }
        const packed = await fetch(`${url}assets/packed-abc.js`, { headers: { 'accept-encoding': 'gzip' } })
        expect(packed.headers.get('content-encoding')).toBe('gzip')
        expect(packed.headers.get('cache-control')).toContain('immutable')
        expect(await packed.text()).toContain('packed by the build')
        const program = await fetch(`${url}assets/database-abc.wasm`)
        expect(program.headers.get('content-type')).toBe('application/wasm')
        expect((await fetch(`${url}api/v2/markets`)).status).toBe(404)
      } finally {
        server.kill('SIGTERM')
        await ended
        await rm(root, { recursive: true })
      }
    },
  )

test.each(['/api/v2/nope', '/statistics/nope/x', '/blockchain/x', '/faults', '/api'])(
  '%s stays the 404 of the interface, even for a browser',
  async (target) => {
    const response = await app.request(target, { headers: html })
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ code: 5, message: 'Not Found', details: [] })
  },
)

test('a missing asset is 404, not a page', async () => {
  const page = await app.request('/assets/gone-1.js', { headers: html })
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect((await app.request('/assets/gone-1.js', { headers: { accept: '*/*' } })).status).toBe(404)
})

test('service paths take precedence over pages', async () => {
  expect(await (await app.request('/health', { headers: html })).text()).toBe('ok')
})

test('another method on a page is 405', async () => {
  const response = await app.request('/', { method: 'POST' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
})

test('no path leaves the folder', async () => {
  const { port, close } = await listen(app)
  try {
    for (const path of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%5c..%5csecret.txt',
      '//secret.txt',
      '/%00',
      '/assets',
    ]) {
      const text = await new Promise<string>((resolve, reject) => {
        request({ port, path, headers: { accept: '*/*' } }, (response) => {
          let body = `${response.statusCode} `
          response.on('data', (chunk: Buffer) => (body += chunk.toString()))
          response.on('end', () => resolve(body))
        })
          .on('error', reject)
          .end()
      })
      expect(text).toMatch(/^404 /)
      expect(text).not.toContain('secret')
    }
  } finally {
    await close()
  }
})

test('a folder that is not there is said once, and the interface is still served', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const app = fakeApp(health, fakeDb([]), join(outside, 'nowhere'))
  expect((await app.request('/', { headers: html })).status).toBe(404)
  expect(log).toHaveBeenCalledTimes(1)
  log.mockRestore()
})

test('every page of the demo network says so before any request, and no page of another network does', async () => {
  const demo = dashboardOf(join(outside, 'web'), { isDemo: true })
  for (const path of ['/', '/watch', '/spam', '/some.thing']) {
    const page = await (await demo.request(path, { headers: html }, {})).text()
    expect(page).toContain('<html data-demo lang="en">')
    expect(await (await app.request(path, { headers: html })).text()).not.toContain('data-demo')
  }
})
