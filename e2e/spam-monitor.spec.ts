import type { Locator, Page, Request } from 'playwright/test'
import { recordNotifications } from './browser-notifications.ts'
import { expect, test } from './fixtures.ts'
import { demoTime } from './service.ts'

const spam = '/statistics/spam/'
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const transfers = (page: Page): Locator => page.getByRole('article', { name: 'Transfers', exact: true })
const verdict = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 2 }).first()
const secondsOf = (text: string): number => {
  const [, days = '0', clock = ''] = /^(?:(\d+) d )?(\d\d:\d\d:\d\d)$/.exec(text) ?? []
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  return Number(days) * 86_400 + hours * 3600 + minutes * 60 + seconds
}

/** A node and a page whose clocks move only together and only in explicit steps. */
class Story {
  private passed = 0
  private fault: Record<string, unknown> = {}
  private readonly pending = new Set<Request>()
  constructor(
    readonly page: Page,
    private readonly faults: { set: (...rules: { path: string; fault: Record<string, unknown> }[]) => Promise<void> },
    /** Initial time of the device clock. */
    private readonly deviceTime = new Date('2026-05-05T05:05:05Z'),
  ) {
    page.on('request', (request) => this.pending.add(request))
    page.on('requestfinished', (request) => this.pending.delete(request))
    page.on('requestfailed', (request) => this.pending.delete(request))
  }

  /** The node's time as it writes it. */
  at(ms: number): string {
    return new Date(Date.parse(demoTime) + this.passed + ms).toISOString()
  }

  async says(set: Record<string, unknown>): Promise<void> {
    this.fault = { set }
    await this.apply()
  }

  private async apply(): Promise<void> {
    // The node's clock is stopped between two steps, since a busy machine may take seconds for one.
    const now = Date.parse(this.at(0))
    // Its chain goes on: values of one that stands still would give no advice.
    const headers = { date: new Date(now).toUTCString(), 'x-block-timestamp': `${now}000000` }
    const stopped = { clockSkew: undefined, headers }
    await this.faults.set({ path: spam, fault: { ...stopped, ...this.fault } }, { path: '/', fault: stopped })
  }

  async start(path: string): Promise<void> {
    await this.page.clock.install({ time: this.deviceTime })
    await this.apply()
    await this.page.goto(path)
  }

  async open(partyId: string): Promise<void> {
    await this.start(`/spam/${partyId}`)
    await expect(transfers(this.page)).toBeVisible()
  }

  /** From now on the node fails to answer for any party. */
  async fails(): Promise<void> {
    this.fault = { status: 500 }
    await this.apply()
  }

  /** The same node and device after a time in which no page was open. */
  later(page: Page, ms: number): Story {
    const passed = this.passed + ms
    const later = new Story(page, this.faults, new Date(this.deviceTime.getTime() + passed))
    later.passed = passed
    return later
  }

  /** The device sleeps: no timer of the page runs meanwhile. */
  async sleep(ms: number): Promise<void> {
    this.passed += ms
    await this.apply()
    await this.page.clock.fastForward(ms)
  }

  /** From now on the page's clock moves in steps only: what it counts can be compared to the second. */
  async stop(): Promise<void> {
    await this.page.clock.pauseAt((await this.page.evaluate(() => Date.now())) + second)
  }

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= second) {
      this.passed += Math.min(left, second)
      await this.apply()
      await this.page.clock.runFor(Math.min(left, second))
    }
    await this.settle()
  }

  /** Waits for what a pass brings; a reply that a busy machine is late with still needs timers to be drawn. */
  async shows(check: () => Promise<void>): Promise<void> {
    await expect(async () => {
      await this.page.clock.runFor(1)
      await check()
    }).toPass({ timeout: 20_000 })
  }

  /** Waits until a countdown has about so many seconds left. */
  counts(timer: Locator, left: number): Promise<void> {
    return this.shows(async () => {
      const text = await timer.textContent({ timeout: 1000 })
      expect(Math.abs(secondsOf(text ?? '') - left)).toBeLessThanOrEqual(1.5)
    })
  }

  /** Runs the timers that render a reply: one that comes after the last step would wait for the next one. */
  private async settle(): Promise<void> {
    await expect.poll(() => this.pending.size, { timeout: 20_000 }).toBe(0)
    for (let step = 0; step < 5; step++) await this.page.clock.runFor(1)
  }
}

const count = (used: number) => ({ 'statistics.transfers.countForEpoch': String(used) })

test('a party goes from OK to a ban and back', async ({ page, network, faults }) => {
  const story = new Story(page, faults)
  const partyId = await network.versatileParty()
  // the other limits stay quiet, so that transfers decide
  const quiet = { 'statistics.proposals.countForEpoch': '0', 'statistics.votes.statistics': [] }
  const says = (used: number, bannedUntil?: string) =>
    story.says({
      ...Object.fromEntries(
        [
          'applyReferralCode',
          'createReferralSet',
          'updateReferralSet',
          'delegations',
          'issueSignatures',
          'nodeAnnouncements',
        ].map((name) => [`statistics.${name}.countForEpoch`, '0']),
      ),
      ...quiet,
      'statistics.pow.blockStates.*.transactionsSeen': '0',
      ...count(used),
      ...(bannedUntil !== undefined && { 'statistics.transfers.bannedUntil': bannedUntil }),
    })
  const steps: [used: number, state: string, sentence: RegExp][] = [
    [4, 'OK', /^No limit reached\. Closest: transfers 4 of 20\.$/],
    [12, 'Watch', /^No limit reached\. Closest: transfers 12 of 20\.$/],
    [16, 'Near', /^No limit reached\. Closest: transfers 16 of 20, 4 left\.$/],
    [20, 'At limit', /^Transfers: limit reached \(20 of 20\)\.$/],
  ]
  await says(4)
  await story.open(partyId)
  await story.stop()
  for (const [used, state, sentence] of steps) {
    await says(used)
    await story.pass(6 * second)
    await story.shows(() => expect(transfers(page)).toContainText(state, { timeout: 1000 }))
    await expect(verdict(page)).toHaveText(sentence)
    await expect(page).toHaveTitle(new RegExp(`^${state} · Spam limits`))
    await expect(page.locator('link[rel=icon]')).toHaveAttribute(
      'href',
      state === 'OK' ? '/favicon.svg' : /^data:image/,
    )
  }
  await expect(transfers(page).getByRole('meter')).toHaveAttribute('aria-valuenow', '100')

  const end = story.at(46 * second)
  await says(20, end)
  await story.pass(6 * second)
  await story.shows(() =>
    expect(verdict(page)).toHaveText(/^Can’t transfer until \d\d:\d\d:\d\d UTC\.$/, { timeout: 1000 }),
  )
  await expect(page).toHaveTitle(/^Banned · /)
  const timer = transfers(page).getByRole('timer')
  await story.counts(timer, 40)
  await story.pass(30 * second)
  await story.counts(timer, 10)

  // the end by the node's clock: to be confirmed while the node still reports the ban
  await story.pass(12 * second)
  await story.shows(() => expect(transfers(page)).toContainText('Confirming', { timeout: 1000 }))
  await expect(verdict(page)).toHaveText('The ban of transfers has expired.')
  await expect(page.getByText(/The node has yet to confirm it\./)).toBeVisible()
  await expect(page).toHaveTitle(/^Confirming · /)
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^data:image/)
  await story.pass(75 * second)
  await story.shows(() =>
    expect(transfers(page)).toContainText('The node still reports the ban that ended', { timeout: 1000 }),
  )

  await says(0)
  await story.pass(6 * second)
  await story.shows(() =>
    expect(verdict(page)).toHaveText('No limit reached. Nothing counted this epoch.', { timeout: 1000 }),
  )
  await expect(page).toHaveTitle(/^OK · /)
})

const skews: [name: string, skew: number][] = [
  ['not at all', 0],
  ['2 h behind', -2 * hour],
  ['400 days ahead', 400 * day],
]

for (const [name, clockSkew] of skews) {
  test(`a ban is counted by the node's clock: ${name}`, { tag: '@full' }, async ({ page, network, faults }) => {
    const story = new Story(page, faults, new Date(Date.parse(demoTime) - clockSkew))
    await story.says({ 'statistics.transfers.bannedUntil': story.at(10 * minute) })
    await story.open(await network.versatileParty())
    await story.stop()
    const timer = transfers(page).getByRole('timer')
    await story.pass(30 * second)
    await story.counts(timer, 570)
    await expect(page.getByText('local clock')).toHaveCount(0)
  })
}

test('setting the device clock moves no countdown', { tag: '@full' }, async ({ page, network, faults }) => {
  const story = new Story(page, faults)
  await story.says({ 'statistics.transfers.bannedUntil': story.at(10 * minute) })
  await story.open(await network.versatileParty())
  await story.stop()
  const timer = transfers(page).getByRole('timer')
  await story.pass(30 * second)
  for (const step of [2 * hour, -4 * hour, 400 * day]) {
    // the wall clock alone, as when somebody sets it: the monotonic one goes on
    await page.evaluate((ms) => {
      const { now } = Date
      Date.now = () => now() + ms
    }, step)
    await story.pass(10 * second)
  }
  await story.counts(timer, 540)
})

test(
  'without a readable time of the node the page says which clock counts',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const fault = { clockSkew: undefined, headers: { date: 'unknown' } }
    const bannedUntil = new Date(Date.now() + 10 * minute).toISOString()
    await faults.set(
      { path: spam, fault: { ...fault, set: { 'statistics.transfers.bannedUntil': bannedUntil } } },
      { path: '/', fault },
    )
    await page.goto(`/spam/${await network.versatileParty()}`)
    await expect(transfers(page)).toContainText('local clock')
    await expect(verdict(page)).toHaveText(/^Can’t transfer until \d\d:\d\d:\d\d UTC\./)
  },
)

test('each second only counters are updated', { tag: '@full' }, async ({ page, network, faults }) => {
  const story = new Story(page, faults)
  await story.says({ 'statistics.transfers.bannedUntil': story.at(10 * minute) })
  await story.open(await network.versatileParty())
  await story.stop()
  await page.getByRole('main').getByRole('switch', { name: 'Live' }).click()
  // Values of 10 s would be old before the test ends.
  await page.keyboard.press('r')
  await story.pass(3 * second) // "Updated now" has become an age
  await page.evaluate(() => {
    const changed = new Set<string>()
    Object.assign(window, { changed })
    new MutationObserver((records) => {
      for (const { target, type } of records) {
        const element = target instanceof Element ? target : target.parentElement
        if (element?.closest('[role=contentinfo], footer')) continue // the status line counts too
        changed.add(`${type} of ${element?.closest('[role=timer]') ? 'a timer' : (element?.textContent ?? '')}`)
      }
    }).observe(document.querySelector('main') ?? document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
  })
  await story.pass(5 * second)
  const changed = await page.evaluate(() => [...(window as unknown as { changed: Set<string> }).changed])
  // An answer that comes late turns "Updated now" into an age only here.
  const counter = /^characterData of (a timer|Updated .* ago)$|^childList of Updated 2\.0 s ago$/
  expect(changed.filter((change) => !counter.test(change))).toEqual([])
  expect(changed).toContain('characterData of a timer')
})

test('the history survives a reload and can be exported', { tag: '@full' }, async ({ page, network, faults }) => {
  const story = new Story(page, faults)
  const partyId = await network.versatileParty()
  await story.says(count(3))
  await story.open(partyId)
  await story.says(count(5))
  await story.pass(40 * second)
  await page.reload()
  await expect(transfers(page)).toContainText('5 / 20')
  await story.says(count(6))
  await story.pass(12 * second)
  await story.shows(() =>
    expect(page.getByRole('region', { name: /^Burn rate/ })).toContainText('Transfers about', { timeout: 1000 }),
  )
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /History as CSV/ }).click()
  const stream = await (await download).createReadStream()
  const text = (await stream.toArray()).join('')
  const used = text.split('\n').flatMap((line) => /^transfers,\d+,(\d+),20,/.exec(line)?.[1] ?? [])
  expect(used).toEqual(['3', '5', '6'])
})

test(
  'the stored history of many parties is bounded: the oldest are deleted',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const story = new Story(page, faults)
    const partyId = await network.versatileParty()
    await story.open(partyId)
    /** The parties that the browser remembers, after it was given so many old ones. */
    const kept = (more: number) =>
      page.evaluate(async (count) => {
        const opened = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open('lyra')
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('no database'))
        })
        const store = opened.transaction('spam-history', 'readwrite').objectStore('spam-history')
        for (let at = 0; at < count; at++) store.put({ node: '', party: `old-${at}`, savedAt: at, history: {} })
        const keys = await new Promise<IDBValidKey[]>((resolve) => {
          const request = store.getAllKeys()
          request.onsuccess = () => resolve(request.result)
        })
        opened.close()
        return keys.flatMap((key) => (Array.isArray(key) && typeof key[1] === 'string' ? [key[1]] : []))
      }, more)
    expect((await kept(230)).length).toBeGreaterThanOrEqual(230)
    await story.pass(40 * second)
    await expect.poll(async () => (await kept(0)).length).toBe(200)
    const parties = await kept(0)
    expect(parties).toContain(partyId)
    expect(parties).toContain('old-229')
    expect(parties).not.toContain('old-0')
  },
)

test(
  'alerts are chosen, raised once for each change, and snoozed',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const notifications = await recordNotifications(page)
    const story = new Story(page, faults)
    await story.says(count(10))
    await story.open(await network.versatileParty())
    await page.getByRole('button', { name: 'Alerts are off' }).click()
    await page.getByRole('switch', { name: 'at a limit' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Alerts are on' })).toBeVisible()
    await story.says(count(17))
    await story.pass(6 * second)
    await story.says(count(20))
    await story.pass(20 * second)
    // A value that keeps crossing the threshold raises one alert.
    for (const used of [15, 20, 2]) {
      await story.says(count(used))
      await story.pass(6 * second)
    }
    expect(await notifications()).toEqual([expect.stringContaining('Transfers: limit reached (20 of 20)')])
    await page.getByRole('button', { name: 'Alerts are on' }).click()
    await page.getByRole('button', { name: '30 min' }).click()
    await expect(page.getByText(/^Snoozed until \d\d:\d\d UTC$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Alerts are snoozed' })).toBeVisible()
    await story.says(count(20))
    await story.pass(6 * second)
    expect(await notifications()).toHaveLength(1)
  },
)

test('with three tabs on other pages a limit raises one alert, and all tabs show it', async ({
  page,
  network,
  faults,
}) => {
  const partyId = await network.versatileParty()
  const market = await network.busyMarket()
  const watched = JSON.stringify({ watched: [partyId], spam: { poll: 2000, notify: ['limit'] } })
  const tabs = [page, await page.context().newPage(), await page.context().newPage()]
  const told = []
  await faults.set({ path: spam, fault: { set: count(10) } })
  for (const [at, tab] of tabs.entries()) {
    told.push(await recordNotifications(tab))
    if (at === 0) await tab.addInitScript((text) => localStorage.setItem('lyra.preferences', text), watched)
    await tab.goto(['/settings', '/help', `/markets/${market.id}/candles`][at] ?? '/')
    await expect(tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /OK|Watch/ })).toBeVisible()
  }
  await faults.set({ path: spam, fault: { set: count(20) } })
  for (const tab of tabs) await expect(tab).toHaveTitle(/^At limit · /)
  const all = (await Promise.all(told.map((shown) => shown()))).flat()
  expect(all).toEqual([expect.stringContaining('Transfers: limit reached (20 of 20)')])
})

/** Has `page` watch a party by the name my-bot, whatever page it opens. */
const watch = (page: Page, partyId: string, spamChoices = {}) =>
  page.addInitScript(
    ([id, spam]) => {
      if (location.protocol === 'about:' || localStorage.getItem('lyra.preferences') !== null) return
      localStorage.setItem('lyra.preferences', JSON.stringify({ watched: [id], nicknames: { [id]: 'my-bot' }, spam }))
    },
    [partyId, spamChoices] as const,
  )

test(
  'a ban of 30 s raises an alert while a chart is open, and so does its end',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const notifications = await recordNotifications(page)
    const partyId = await network.versatileParty()
    const market = await network.busyMarket()
    await watch(page, partyId, { notify: ['banned'] })
    const story = new Story(page, faults)
    await story.says(count(10))
    await story.start(`/markets/${market.id}/candles`)
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /my-bot/ })
    await story.shows(() => expect(entry).toHaveAccessibleName(/OK|Watch/, { timeout: 1000 }))
    await story.says({ ...count(21), 'statistics.transfers.bannedUntil': story.at(30 * second) })
    await story.pass(12 * second)
    await story.shows(() => expect(page).toHaveTitle(/^Banned · /, { timeout: 1000 }))
    expect(await notifications()).toEqual(['my-bot: Can’t transfer'])
    await story.pass(20 * second)
    await story.says(count(0))
    await story.pass(12 * second)
    await story.shows(() => expect(entry).toHaveAccessibleName(/OK|Watch/, { timeout: 1000 }))
    expect(await notifications()).toEqual(['my-bot: Can’t transfer', 'my-bot: Transfers no longer banned'])
  },
)

test('an unreachable node is not shown as safe, and the same limit raises no second alert after it', async ({
  page,
  network,
  faults,
}) => {
  const notifications = await recordNotifications(page)
  await watch(page, await network.versatileParty(), { notify: ['limit'] })
  const story = new Story(page, faults)
  await story.says(count(10))
  await story.start('/help')
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /my-bot/ })
  await story.shows(() => expect(entry).toHaveAccessibleName(/OK|Watch/, { timeout: 1000 }))
  await story.says(count(20))
  await story.pass(12 * second)
  await story.shows(() => expect(entry).toHaveAccessibleName(/At limit/, { timeout: 1000 }))
  await story.fails()
  await story.pass(40 * second)
  await story.shows(() => expect(page).toHaveTitle(/^Stale · /, { timeout: 1000 }))
  await expect(entry).not.toHaveAccessibleName(/OK|Watch|At limit/)
  // Silence would be taken for an all-clear.
  await story.pass(150 * second)
  const reached = 'my-bot: Transfers: limit reached (20 of 20)'
  const unknown = expect.stringMatching(/^my-bot: Limits unknown since \d\d:\d\d:\d\d UTC$/)
  expect(await notifications()).toEqual([reached, unknown])
  await story.says(count(20))
  await story.pass(40 * second)
  await story.shows(() => expect(page).toHaveTitle(/^At limit · /, { timeout: 1000 }))
  expect(await notifications()).toEqual([reached, unknown, 'my-bot: Limits known again'])
})

test(
  'what happened while the device slept is told in the room',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const partyId = await network.versatileParty()
    await watch(page, partyId)
    const story = new Story(page, faults)
    await story.says(count(3))
    await story.start('/?show=watched')
    const row = page.getByRole('link', { name: /my-bot/ }).first()
    await story.shows(() => expect(row).toBeVisible({ timeout: 1000 }))
    await story.pass(12 * second)
    await story.says(count(20))
    await story.sleep(hour)
    await story.pass(6 * second)
    const away = page.getByRole('status').filter({ hasText: 'While you were away' })
    await story.shows(() =>
      expect(away).toHaveText(/since \d\d:\d\d UTC: my-bot reached its transfer limit (at|by) \d\d:\d\d\.$/, {
        timeout: 1000,
      }),
    )
  },
)

test(
  'what happened while the browser was closed is told when it is opened again',
  { tag: '@full' },
  async ({ page, browser, baseURL, network, faults }) => {
    const partyId = await network.versatileParty()
    await watch(page, partyId)
    const story = new Story(page, faults)
    await story.says(count(3))
    await story.start('/?show=watched')
    await story.shows(() => expect(page.getByRole('link', { name: /my-bot/ }).first()).toBeVisible({ timeout: 1000 }))
    await story.pass(12 * second)
    const storageState = await page.context().storageState({ indexedDB: true })
    await page.close()
    const again = await browser.newContext({ baseURL, storageState })
    const next = story.later(await again.newPage(), 10 * minute)
    await next.says(count(20))
    await next.start('/?show=watched')
    const away = next.page.getByRole('status').filter({ hasText: 'While you were away' })
    await next.shows(() => expect(away).toContainText('my-bot reached its transfer limit', { timeout: 1000 }))
    await again.close()
  },
)

test(
  'changes while Lyra was closed are listed in the watch room until dismissed',
  { tag: '@full' },
  async ({ page, network, faults }) => {
    const story = new Story(page, faults)
    const partyId = await network.versatileParty()
    await watch(page, partyId)
    await story.says(count(3))
    await story.open(partyId)
    await story.pass(12 * second)
    await page.goto('about:blank')
    await story.says(count(20))
    await page.goto('/?show=watched')
    const away = page.getByRole('status').filter({ hasText: 'While you were away' })
    await story.shows(() =>
      expect(away).toHaveText(/since \d\d:\d\d UTC: my-bot reached its transfer limit (at|by) \d\d:\d\d\.$/, {
        timeout: 1000,
      }),
    )
    await page.reload()
    await story.shows(() => expect(away).toBeVisible({ timeout: 1000 }))
    await away.getByRole('link', { name: 'my-bot' }).click()
    await expect(page).toHaveURL(new RegExp(`party=${partyId}&at=\\d{13}$`))
    await page.getByRole('button', { name: 'Dismiss what happened while you were away' }).click()
    await expect(away).toHaveCount(0)
    await page.reload()
    await story.shows(() => expect(page.getByRole('link', { name: 'my-bot' }).first()).toBeVisible({ timeout: 1000 }))
    await story.pass(3 * second)
    await expect(away).toHaveCount(0)
  },
)

test('a reload that finds no node shows the last values with their age, and gives no advice', async ({
  page,
  network,
  faults,
}) => {
  const story = new Story(page, faults)
  await story.says(count(18))
  await story.open(await network.versatileParty())
  await story.pass(12 * second)
  await faults.set({ path: spam, fault: { status: 500 } })
  await page.reload()
  await story.shows(() =>
    expect(verdict(page)).toHaveText(/^No advice: values are \d+ (s|min) old\.$/, { timeout: 1000 }),
  )
  await expect(transfers(page)).toContainText('18 / 20')
  // Limits of which nothing was used fill no screen.
  await expect(page.getByText(/^Unused when last read: \d.* votes on each proposal\.$/)).toBeVisible()
})

test(
  'order and refresh interval can be set; off sends no request',
  { tag: '@full' },
  async ({ page, network, faults, requests }) => {
    const story = new Story(page, faults)
    await story.says(count(20))
    await story.open(await network.versatileParty())
    const first = page.getByRole('region', { name: 'Limits', exact: true }).getByRole('article').first()
    await expect(first).toHaveAccessibleName('Transfers')
    const address = page.url()
    await page.goto('/settings')
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByRole('button', { name: 'Fixed order' }).click()
    await page.getByRole('group', { name: 'Refresh every' }).getByRole('button', { name: 'Off' }).click()
    await page.goto(address)
    await expect(first).toHaveAccessibleName('Apply referral code')
    await story.pass(2 * second)
    const before = requests.matching(/^\/statistics\/spam\//).length
    await story.pass(30 * second)
    expect(requests.matching(/^\/statistics\/spam\//)).toHaveLength(before)
  },
)

test(
  'during a ban of the address no request is sent, then a single one first',
  { tag: '@full' },
  async ({ page, network, faults, requests }) => {
    const story = new Story(page, faults)
    await story.says(count(4))
    await story.open(await network.versatileParty())
    await faults.set({ path: '/', fault: { banned: 60 } })
    await page.clock.runFor(6 * second)
    // Told once, with one countdown, and the values that are old by then give no advice.
    await expect(page.getByText(/banned your IP/)).toHaveCount(1)
    await page.clock.runFor(6 * second)
    await expect(verdict(page)).toHaveText(/^No advice: values are \d+ s old\.$/)
    await expect(page.getByRole('main').getByRole('timer')).toHaveCount(1)
    const before = requests.matching().length
    await page.clock.runFor(44 * second)
    expect(requests.matching()).toHaveLength(before)
    await story.says(count(5))
    const spamBefore = requests.matching(/^\/statistics\/spam\//).length
    await page.clock.runFor(8 * second)
    await expect(transfers(page)).toContainText('5 / 20')
    expect(requests.matching(/^\/statistics\/spam\//).length - spamBefore).toBe(1)
  },
)

test('every term is explained in plain language, by keyboard too', { tag: '@full' }, async ({ page, network }) => {
  await page.goto(`/spam/${await network.versatileParty()}`)
  const mark = page.getByRole('button', { name: 'About Transfers' })
  await mark.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/cancelling a recurring one count together/)).toBeVisible()
  await expect(page.getByText(/Networks like this one start with 20 per epoch/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/cancelling a recurring one count together/)).toBeHidden()
})
