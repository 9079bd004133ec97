import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { secureHeaders } from 'hono/secure-headers'
import { parseAccept } from 'hono/utils/accept'
import type { BlockList } from 'node:net'
import { join } from 'node:path'
import { isServicePath } from '../../wire/operations.ts'
import { isPagePath } from '../../wire/pages.ts'
import { isTrusted } from './client-address.ts'
import { rawPath } from './raw-url.ts'
import type { Files } from './failure.ts'
import { socketOf } from './upgrade.ts'

type Policy = NonNullable<NonNullable<Parameters<typeof secureHeaders>[0]>['contentSecurityPolicy']>

/** `connect-src`: the user may choose any node, also its candle stream by websocket. The chart's logo needs style elements. */
const policy: Policy = {
  defaultSrc: ["'self'"],
  connectSrc: ['*', 'ws:', 'wss:'],
  imgSrc: ["'self'", 'data:', 'blob:'],
  styleSrc: ["'self'", "'unsafe-inline'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

const unneeded =
  'accelerometer camera displayCapture geolocation gyroscope hid magnetometer microphone midi payment serial usb'

/** Headers that deny a page, and any injected script, what the dashboard does not need. */
const protection = (contentSecurityPolicy: Policy): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy,
    permissionsPolicy: Object.fromEntries(unneeded.split(' ').map((feature) => [feature, []])),
    // Only the operator of a proxy in front knows whether HTTPS is always used.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })

// A worker has the policy of its script file, a page that of its document: only workers compile WebAssembly.
// The grant goes by the file type, because the names of bundled workers change.
const isScript = (path: string): boolean => path.endsWith('.js')
/** The worker that holds archives, and what it loads: it can reach nothing but the files of this origin. */
const isArchiveScript = (path: string): boolean => /\/archive-worker[^/]*\.js$/.test(path)
const scriptSrc = ["'self'", "'wasm-unsafe-eval'"]
const protectScript = protection({ ...policy, scriptSrc })
const protectArchive = protection({ ...policy, scriptSrc, connectSrc: ["'self'"] })

/** The headers of a file or page by its path; `frameAncestors` are the sources that may show a page in a frame. */
function protectionsFor(frameAncestors: readonly string[]): (path: string) => MiddlewareHandler {
  const protectPage = protection({ ...policy, frameAncestors: [...frameAncestors] })
  return (path) => (isArchiveScript(path) ? protectArchive : isScript(path) ? protectScript : protectPage)
}

const cached =
  (control: string): MiddlewareHandler =>
  async (context, next) => {
    await next()
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', control)
  }

/** Caches must know that an address has a compressed and a plain form, also when the response is the plain one. */
const varied: MiddlewareHandler = async (context, next) => {
  await next()
  context.header('Vary', 'Accept-Encoding')
}

/** serveStatic compares whole words: `br;q=0.9` would be no offer of Brotli to it. */
const plainEncodings: MiddlewareHandler = (context, next) => {
  const accepted = context.req.header('Accept-Encoding')
  if (accepted?.includes(';')) {
    const headers = new Headers(context.req.raw.headers)
    const taken = parseAccept(accepted.toLowerCase()).filter(({ q }) => q > 0)
    headers.set('Accept-Encoding', taken.map(({ type }) => type).join(', '))
    context.req.raw = new Request(context.req.raw, { headers })
  }
  return next()
}

interface PageEnv {
  /** The origin that the reader's address bar has, when it is known. */
  Bindings: { origin?: string | undefined }
}

/**
 * The page as built is one for servers of files: of a service every path is a page, which names its files from the root.
 * Crawlers show no picture whose address is relative, and only the request says what the absolute one is. A page of the demo
 * network is marked, so that it calls its data invented before any request, and when all of them fail.
 */
const completePage =
  (isDemo: boolean): MiddlewareHandler<PageEnv> =>
  async (context, next) => {
    await next()
    const { origin = '' } = context.env
    if (!context.res.headers.get('Content-Type')?.startsWith('text/html')) return
    const html = await context.res.text()
    const page = html
      .replace(' data-static', '')
      .replaceAll(/(?<= (?:href|src|content)=")\.\//g, '/')
      .replace(/(?<=<meta property="og:image" content=")(?=\/)/, origin)
    context.res = new Response(isDemo ? page.replace('<html', '<html data-demo') : page, context.res)
    context.res.headers.delete('Content-Length')
  }

/** Browsers name HTML and get the page for any address, also a wrong one; others may take anything of a page that there is. */
const isPageRequest = (path: string, accepted: string): boolean =>
  !isServicePath(path) && (accepted.includes('text/html') || (accepted.includes('*/*') && isPagePath(path)))

export interface DashboardOptions {
  /** The database holds the demo network, and each page calls its data invented. */
  isDemo?: boolean | undefined
  /** Proxies whose `X-Forwarded-*` headers count; absent for none. */
  trusted?: BlockList | undefined
  /** Sources of a Content-Security-Policy that may show a page in a frame; none unless given. */
  frameAncestors?: readonly string[] | undefined
}

/** The files and pages of the built dashboard; 404 for everything else. */
export function dashboardOf(folder: string, options: DashboardOptions = {}): Hono<PageEnv> {
  const { isDemo = false, frameAncestors = ["'none'"] } = options
  const app = new Hono<PageEnv>()
  const protectionOf = protectionsFor(frameAncestors)
  const files = serveStatic({ root: folder, precompressed: true })
  const page = serveStatic({ path: join(folder, 'index.html') })

  app.use((context, next) => protectionOf(context.req.path)(context, next))
  app.use(compress({ encoding: 'gzip' }), etag({ weak: true }), varied)
  // Files under /assets/ carry a hash of their content in their names.
  app.get('/assets/*', cached('public, max-age=31536000, immutable'), plainEncodings, files)
  app.get('*', cached('no-cache'), completePage(isDemo), files, async (context, next) => {
    const { raw: request } = context.req
    return isPageRequest(rawPath(request.url), request.headers.get('accept') ?? '*/*') ? page(context, next) : next()
  })
  return app
}

/** Characters of a scheme, host and port alone, so that no markup gets into the page. */
const origin = /^https?:\/\/[\w.:[\]-]+$/

/**
 * The origin that the client's address bar has, such as `https://lyra.example`: that of `url`, whose host is the Host header,
 * or what the trusted proxy in front says in `X-Forwarded-Proto` and `X-Forwarded-Host`. Undefined when it is no plain origin.
 */
export function publicOrigin(url: string, headers: Headers, peer: string, trusted?: BlockList): string | undefined {
  const { protocol, host } = new URL(url)
  // Of several values the last is the proxy's own.
  const forwarded = (name: string): string | undefined =>
    isTrusted(peer, trusted) ? headers.get(name)?.split(',').at(-1)?.trim() : undefined
  const found = `${forwarded('x-forwarded-proto') ?? protocol.slice(0, -1)}://${forwarded('x-forwarded-host') ?? host}`
  return origin.test(found) ? found : undefined
}

/** What the dashboard answers to a request for one of its files or pages; undefined where it has none. */
export function dashboardFiles(folder: string, options: DashboardOptions = {}): Files {
  const dashboard = dashboardOf(folder, options)
  return async (url, given, env) => {
    const headers = new Headers(given)
    // A part of a file would get an ETag of its own, and browsers request no parts of these files.
    headers.delete('range')
    const origin = publicOrigin(url, headers, socketOf(env)?.remoteAddress ?? '', options.trusted)
    const response = await dashboard.fetch(new Request(url, { headers }), { origin })
    return response.status === 404 ? undefined : response
  }
}
