import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright'
import { launchBrowser } from './chromium.ts'
import { PageMeter, probeOf } from './page-cost.ts'
import { parties, type SpamNode, startSpamNode } from './spam-node.ts'

const usage = `Watches fifty parties on the wall of limits: what is asked of the node, what the page keeps, what it draws.

  npm run bench -- spam [options]

  --minutes N   to watch (10), by a clock that is moved on in steps of 200 ms: every timer of the page runs, in order,
                and answers come between the steps`

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    help: { type: 'boolean', default: false },
  },
})

const second = 1000
const step = 200

/** Moves the page and the node on together, answers arriving between the steps. */
async function pass(page: Page, node: SpamNode, clock: { now: number }, ms: number): Promise<void> {
  const end = clock.now + ms
  while (clock.now < end) {
    clock.now += step
    node.setTime(clock.now)
    await page.clock.runFor(step)
    await page.evaluate(() => undefined)
  }
}

/** Most questions within any stretch of so many milliseconds. */
function maxWithin(asked: readonly number[], ms: number): number {
  let [from, most] = [0, 0]
  for (const [at, time] of asked.entries()) {
    while (time - (asked[from] ?? 0) >= ms) from += 1
    most = Math.max(most, at - from + 1)
  }
  return most
}

interface Drawn {
  ticking: number
  other: string[]
}

interface Watched {
  drawn?: Drawn
  /** When the page asked anything, by its own clock in Unix milliseconds. */
  sent?: number[]
  /** Those of them that are about a party. */
  sentByLoop?: number[]
}

const sentBy = (page: Page): Promise<{ all: number[]; loop: number[] }> =>
  page.evaluate(() => {
    const { sent = [], sentByLoop = [] } = window as Watched
    return { all: sent, loop: sentByLoop }
  })

/** Counts what changes in the document from now on: text that tells time, and everything else. */
const watchDrawing = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const drawn: Drawn = { ticking: 0, other: [] }
    ;(window as Watched).drawn = drawn
    const age = /^(Now|Not asked yet|Paused, .*|.* ago)$/
    new MutationObserver((records) => {
      for (const { target, type } of records) {
        const element = target instanceof Element ? target : target.parentElement
        if (element?.closest('footer[role=contentinfo], body > * > footer')) continue // the status line counts too
        const text = element?.textContent ?? ''
        if (type === 'characterData' && (element?.closest('[role=timer]') || age.test(text))) drawn.ticking += 1
        else drawn.other.push(`${type} of <${element?.tagName.toLowerCase() ?? ''}> ${text.slice(0, 60)}`)
      }
    }).observe(document.querySelector('main') ?? document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
  })

function line(name: string, target: string, value: string): void {
  console.log(`${name.padEnd(64)}${target.padStart(8)}${value.padStart(10)}`)
}

async function watch(browser: Browser, node: SpamNode, began: number): Promise<void> {
  const minutes = Number(options.minutes)
  const clock = { now: began }
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.clock.install({ time: began })
  await page.addInitScript(() => {
    const sent: number[] = []
    const sentByLoop: number[] = []
    Object.assign(window, { sent, sentByLoop })
    const plain = window.fetch
    window.fetch = (...asked) => {
      sent.push(Date.now())
      if (typeof asked[0] === 'string' && asked[0].includes('/statistics/spam/')) sentByLoop.push(Date.now())
      return plain(...asked)
    }
  })
  await page.goto(`${node.url}/spam?${parties.map((party) => `party=${party}`).join('&')}`)
  await page
    .getByRole('article')
    .nth(parties.length - 1)
    .waitFor()
  // The first round is part of the budget; what it fills is not growth.
  clock.now += 60 * second
  await page.clock.pauseAt(clock.now)
  await pass(page, node, clock, 30 * second)
  const [meter, from] = [await PageMeter.of(await probeOf(page)), await sentBy(page)]
  const before = await meter.heap()
  await pass(page, node, clock, minutes * 60 * second)
  const grown = (await meter.heap()) - before
  const sent = await sentBy(page)
  const [asked, byLoop] = [sent.all.slice(from.all.length), sent.loop.slice(from.loop.length)]

  await page.getByRole('main').getByRole('button', { name: 'Paused' }).click()
  await pass(page, node, clock, 2 * second)
  const paused = (await sentBy(page)).loop.length
  await watchDrawing(page)
  const quiet = 60
  await pass(page, node, clock, quiet * second)
  const drawn = await page.evaluate(() => (window as Watched).drawn ?? { ticking: 0, other: [] })
  const unasked = (await sentBy(page)).loop.length - paused
  await context.close()

  console.log(`\n${''.padEnd(64)}${'target'.padStart(8)}${'measured'.padStart(10)}`)
  line(`${parties.length} parties, ${minutes} min by a driven clock: questions`, '', String(asked.length))
  line('  of them about a party', '', String(byLoop.length))
  line('questions a second, on average', '5', (asked.length / (minutes * 60)).toFixed(2))
  line('questions in the busiest ten seconds, a second', '5', (maxWithin(asked, 10 * second) / 10).toFixed(1))
  line('questions in the busiest second', '20', String(maxWithin(asked, second)))
  line('heap, MB more', '5', (grown / 1e6).toFixed(2))
  line(`while paused for ${quiet} s: questions about a party`, '0', String(unasked))
  line('  changes of text that tells time, a second', '', (drawn.ticking / quiet).toFixed(1))
  line('  changes of anything else', '0', String(drawn.other.length))
  for (const words of new Set(drawn.other)) console.log(`    ${words}`)
}

async function main(): Promise<void> {
  if (options.help) {
    console.log(usage)
    return
  }
  const began = Math.floor(Date.now() / 1000) * 1000
  const node = await startSpamNode(began)
  const browser = await launchBrowser()
  try {
    await watch(browser, node, began)
  } finally {
    await browser.close()
    node.stop()
  }
}

await main()
