import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page, type Request, type Response } from 'playwright/test'
import { operationPrefixes, servicePaths } from '../src/wire/operations.ts'
import { undocumentedMembers } from '../tests/server/support/undocumented-members.ts'
import { Network } from './network.ts'
import { type Service, demoTime, startService } from './service.ts'

export { expect }

/** Paths of the interface, as against files of the dashboard; a regular expression as the fault switch takes it. */
const interfacePaths = `^(?:${operationPrefixes.join('|')})(?:[/?]|$)`

type Fault = Record<string, unknown>
interface Rule {
  path: string
  times?: number
  fault: Fault
}

export interface Faults {
  /** Makes the service misbehave from now on; see the service's fault switch. */
  set(...rules: Rule[]): Promise<void>
  clear(): Promise<void>
  /** Whether the replies of this test are all the service's own. */
  none(): boolean
}

async function putFaults(url: string, rules: readonly Rule[]): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}${servicePaths.faults}`, { method: 'PUT', headers, body: JSON.stringify(rules) })
  if (!reply.ok) throw new Error(`faults refused: ${await reply.text()}`)
}

/** What the browser itself writes to the console of requests that failed, which tests let happen. */
const ofNetwork =
  /^Failed to load resource|^WebSocket connection to|blocked by CORS policy|net::ERR_|dynamically imported module/

/** What the browser writes of a page that is not on https, whatever its headers. */
const ofPlainHttp =
  /^The Cross-Origin-Opener-Policy header has been ignored, because the URL's origin was untrustworthy/

/** The requests a page has sent, in order. */
export interface SentRequests {
  /** Those whose `path?query` matches, sent at or after `since` (Unix milliseconds). */
  matching(path?: RegExp, since?: number): { target: string; at: number }[]
}

const isQuestion = (url: URL, service: string): boolean =>
  url.origin === service && new RegExp(interfacePaths).test(url.pathname)

/** Copies the demo network for a separate service and returns the folder. */
export async function copyOfDemo(name: string): Promise<string> {
  const [folder, origin] = [process.env['LYRA_E2E_FOLDER'], process.env['LYRA_E2E_ORIGIN']]
  if (!folder || !origin) throw new Error('the demo network was not made')
  const own = join(folder, name)
  await cp(origin, own, { recursive: true })
  return own
}

export function collectRequests(page: Page, service: string): SentRequests {
  const all: { target: string; at: number }[] = []
  page.on('request', (request: Request) => {
    const url = new URL(request.url())
    if (isQuestion(url, service)) all.push({ target: url.pathname + url.search, at: Date.now() })
  })
  return { matching: (path = /./, since = 0) => all.filter(({ target, at }) => at >= since && path.test(target)) }
}

/** What a worker's service says of itself, and the targets whose replies were held to it. */
interface Documented {
  document: unknown
  seen: Set<string>
}

/** Holds each reply of the service to its own document, a target once; the result ends with the members that it does not have. */
function collectUndocumented(context: BrowserContext, url: string, { document, seen }: Documented, faults: Faults) {
  const found: Promise<string[]>[] = []
  const check = async (response: Response, target: string): Promise<string[]> => {
    // A body that a test wrote, or that the page has left behind, says nothing of the service.
    const body = (await response.json().catch(() => undefined)) as unknown
    return body === undefined || !faults.none() ? [] : undocumentedMembers(document, target, response.status(), body)
  }
  context.on('response', (response) => {
    const { origin, pathname, search } = new URL(response.url())
    const key = `${response.status()} ${pathname}${search}`
    const headers = response.headers()
    const isOwn = origin === url && 'x-lyra' in headers && headers['content-type'] === 'application/json'
    if (!isOwn || !faults.none() || pathname === servicePaths.openApi || seen.has(key)) return
    seen.add(key)
    found.push(check(response, pathname + search))
  })
  return async () => [...new Set((await Promise.all(found)).flat())]
}

/**
 * Moves the clock of a page (set up with `page.clock.install()`) by 5 s again and again until `check` passes, so that a
 * test of an interval of half a minute does not take half a minute.
 */
export const advanceUntil = (page: Page, check: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.clock.fastForward(5000)
    await check()
  }).toPass({ intervals: [250] })

interface TestFixtures {
  faults: Faults
  requests: SentRequests
  baseURL: string
}

interface WorkerFixtures {
  service: Service
  network: Network
  documented: Documented
}

/**
 * Every test gets a page on its worker's own service, whose clock is that of the demo network: its `Date` header is
 * moved there, so that no test depends on the day it runs. An error of the page or on its console fails the test, and so
 * does a member of a reply that the service's document does not have.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    async ({}, use, info) => {
      const service = await startService(await copyOfDemo(`worker-${info.workerIndex}`))
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  documented: [
    async ({ service }, use) => {
      const document: unknown = await (await fetch(`${service.url}${servicePaths.openApi}`)).json()
      await use({ document, seen: new Set() })
    },
    { scope: 'worker' },
  ],
  network: [async ({ service }, use) => use(new Network(service.url)), { scope: 'worker' }],
  baseURL: async ({ service }, use) => use(service.url),
  faults: [
    async ({ service }, use) => {
      const clockSkew = Date.parse(demoTime) - Date.now()
      let isFaulty = false
      const set = (...rules: Rule[]) => {
        isFaulty ||= rules.length > 0
        return putFaults(service.url, [
          ...rules.map((rule) => ({ ...rule, fault: { clockSkew, ...rule.fault } })),
          { path: interfacePaths, fault: { clockSkew } },
        ])
      }
      await set()
      await use({ set, clear: () => set(), none: () => !isFaulty })
      await putFaults(service.url, [])
    },
    { auto: true },
  ],
  requests: async ({ page, service }, use) => use(collectRequests(page, service.url)),
  page: async ({ page, service, documented, faults }, use) => {
    const undocumented = collectUndocumented(page.context(), service.url, documented, faults)
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    page.on('console', (message) => {
      const text = message.text()
      if (message.type() !== 'error' || ofNetwork.test(text) || ofPlainHttp.test(text)) return
      errors.push(new Error(text))
    })
    await use(page)
    if (errors[0]) throw errors[0]
    expect(await undocumented(), 'members that /openapi.json does not have').toEqual([])
  },
})
