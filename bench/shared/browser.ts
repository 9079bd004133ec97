import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright'
import { WebSocket } from 'ws'

/** What a browser without a screen needs, and what keeps it off the network. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** The browser that `LYRA_BROWSER` names, otherwise the runner's own. */
const executablePath = process.env['LYRA_BROWSER']

/** Measures in a browser, and ends it afterwards. */
export async function withBrowser(measure: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ args: flags, ...(executablePath && { executablePath }) })
  await measure(browser).finally(() => browser.close())
}

const viewport = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false }

/** A page in a Chromium of its own without a test runner attached. */
export interface PlainPage {
  /** The browser's first process. */
  pid: number
  /** The value of an expression, awaited, as if the reader had just pressed a key. Rejects when it throws. */
  evaluate<Value>(expression: string): Promise<Value>
  /** Megabytes of JavaScript values and buffers that are in use after a garbage collection. */
  heapMb(): Promise<number>
  /** Waits until an expression has a value that is not empty; looks seldom, since looking is work for the page. */
  until<Value>(expression: string, seconds?: number): Promise<Value>
  close(): Promise<void>
}

interface HeapUsage {
  usedSize: number
  /** Of buffers, whose bytes lie beside the values. */
  backingStorageSize?: number
}

interface Reply {
  id?: number
  result?: object
  error?: { message: string }
}

/** The address at which a browser takes commands for its first page. */
async function debuggerOf(profile: string): Promise<string> {
  const portFile = join(profile, 'DevToolsActivePort')
  for (let tries = 0; tries < 300; tries++) {
    const port = existsSync(portFile) ? readFileSync(portFile, 'utf8').split('\n')[0] : undefined
    if (port) {
      const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
        type: string
        webSocketDebuggerUrl: string
      }[]
      const page = targets.find(({ type }) => type === 'page')
      if (page) return page.webSocketDebuggerUrl
    }
    await sleep(100)
  }
  throw new Error('the browser did not open a page within 30 seconds')
}

/**
 * Opens `address` in a fresh profile on the disk, after `init` has run in it. A test runner receives
 * an event for every chunk of every response, which costs an export a third of its speed.
 */
export async function openPlainPage(address: string, init = ''): Promise<PlainPage> {
  const profile = mkdtempSync(join(tmpdir(), 'lyra-profile-'))
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const child = spawn(executablePath ?? 'chromium', [...flags, ...own, 'about:blank'], { stdio: 'ignore' })
  const socket = new WebSocket(await debuggerOf(profile))
  await once(socket, 'open')
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.on('message', (data: Buffer) => {
    const reply = JSON.parse(data.toString()) as Reply
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  })
  let latest = 0
  const send = async (method: string, params: object = {}): Promise<unknown> => {
    const id = ++latest
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
    waiting.delete(id)
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`)
    return reply.result
  }
  const evaluate = async <Value>(expression: string): Promise<Value> => {
    const options = { expression, returnByValue: true, awaitPromise: true, userGesture: true }
    const { result, exceptionDetails } = (await send('Runtime.evaluate', options)) as {
      result: { value: Value }
      exceptionDetails?: { text: string }
    }
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`)
    return result.value
  }
  const page: PlainPage = {
    pid: child.pid ?? 0,
    evaluate,
    async heapMb() {
      await send('HeapProfiler.collectGarbage')
      const { usedSize, backingStorageSize = 0 } = (await send('Runtime.getHeapUsage')) as HeapUsage
      return (usedSize + backingStorageSize) / 1e6
    },
    async until<Value>(expression: string, seconds = 60) {
      for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(100)) {
        const value = await evaluate<Value | null>(expression)
        if (value) return value
      }
      throw new Error(`the page never came to ${expression}`)
    },
    async close() {
      const exit = once(child, 'exit')
      await send('Browser.close')
      await exit
      socket.close()
      // Its other processes may still write files.
      rmSync(profile, { recursive: true, force: true, maxRetries: 30 })
    },
  }
  await send('Page.enable')
  await send('Emulation.setDeviceMetricsOverride', viewport)
  await send('Page.addScriptToEvaluateOnNewDocument', { source: init })
  await send('Page.navigate', { url: address })
  return page
}

/** Runs `work` with a page in a browser of its own, which is closed afterwards. */
export async function withPlainPage<T>(
  address: string,
  init: string,
  work: (page: PlainPage) => Promise<T>,
): Promise<T> {
  const page = await openPlainPage(address, init)
  return work(page).finally(() => page.close())
}
