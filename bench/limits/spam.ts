import type { Browser, Page } from 'playwright'
import { PageMeter, probeOf } from '../shared/page-cost.ts'
import { fixed, printRow, readOptions, withBrowser } from '../shared/program.ts'
import { parties, type SpamNode, startSpamNode } from './spam-node.ts'

const usage = `Watches fifty parties on the wall of limits: what it requests, keeps and draws.

  npm run bench -- spam [options]

  --minutes N   to watch (10), by a clock that is moved on in steps of 200 ms: every timer of the page runs, in order,
                and answers come between the steps`

const options = readOptions(usage, { minutes: { type: 'string', default: '10' } })

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

/** Most requests within any stretch of so many milliseconds. */
function maxWithin(times: readonly number[], ms: number): number {
  let [from, max] = [0, 0]
  for (const [at, time] of times.entries()) {
    while (time - (times[from] ?? 0) >= ms) from += 1
    max = Math.max(max, at - from + 1)
  }
  return max
}

interface Drawn {
  ticking: number
  other: string[]
}

interface Watched {
  drawn?: Drawn
  /** When the page sent requests, by its own clock in Unix milliseconds. */
  sent?: number[]
  /** Those of them that are about a party. */
  sentByLoop?: number[]
}

const sentBy = (page: Page): Promise<{ all: number[]; loop: number[] }> =>
  page.evaluate(() => {
    const { sent = [], sentByLoop = [] } = window as Watched
    return { all: sent, loop: sentByLoop }
  })

/** Counts what changes in the document from now on: text that shows the time, and everything else. */
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
    window.fetch = (...args) => {
      sent.push(Date.now())
      if (typeof args[0] === 'string' && args[0].includes('/statistics/spam/')) sentByLoop.push(Date.now())
      return plain(...args)
    }
  })
  await page.goto(`${node.url}/spam?${parties.map((party) => `party=${party}`).join('&')}`)
  await page
    .locator('tr[data-id]')
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
  const [requested, byLoop] = [sent.all.slice(from.all.length), sent.loop.slice(from.loop.length)]

  await page.getByRole('button', { name: 'Pause live updates' }).first().click()
  await pass(page, node, clock, 2 * second)
  const paused = (await sentBy(page)).loop.length
  await watchDrawing(page)
  const quiet = 60
  await pass(page, node, clock, quiet * second)
  const drawn = await page.evaluate(() => (window as Watched).drawn ?? { ticking: 0, other: [] })
  const whilePaused = (await sentBy(page)).loop.length - paused
  await context.close()

  console.log()
  printRow(`${parties.length} parties, ${minutes} min by a driven clock`, 'target', 'measured')
  printRow('requests', '', String(requested.length))
  printRow('  of them about a party', '', String(byLoop.length))
  printRow('requests a second, on average', '5', fixed(requested.length / (minutes * 60), 2))
  printRow('requests in the busiest ten seconds, a second', '5', fixed(maxWithin(requested, 10 * second) / 10))
  printRow('requests in the busiest second', '20', String(maxWithin(requested, second)))
  printRow('heap, MB more', '5', fixed(grown / 1e6, 2))
  printRow(`while paused for ${quiet} s: requests about a party`, '0', String(whilePaused))
  printRow('  changes of text that shows the time, a second', '', fixed(drawn.ticking / quiet))
  printRow('  changes of anything else', '0', String(drawn.other.length))
  for (const words of new Set(drawn.other)) console.log(`    ${words}`)
}

const began = Math.floor(Date.now() / 1000) * 1000
const node = await startSpamNode(began)
await withBrowser(node, (browser) => watch(browser, node, began))
