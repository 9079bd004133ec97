// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setSpam } from '../../preferences/set-preferences.ts'
import { preferences } from '../../preferences/preferences.ts'
import { useCurrentTabState } from '../../ui/feedback/tab-state.ts'
import { Limits } from './limits.tsx'
import { terms } from '../../entities/terms.ts'
import { counterEntries } from './counter-entries.ts'
import { useHistory } from './history/samples.ts'
import { spamStatisticsQuery } from './query.ts'
import { useVerdict } from './verdict/use-verdict.ts'
import { useWatched } from './watcher/watched.ts'
import { Watcher } from './watcher/watcher.tsx'

const party = 'c6a278'.padEnd(58, '0') + 'f4443b'
const start = 1_800_000_000_000
let passed = 0
let round = 0
let asked = 0
/** What the node says to questions that would show that it knows the key, by the beginning of their path. */
let evidence: Readonly<Record<string, () => Response | Promise<Response>>>
let looked: string[]
let transfers: { countForEpoch: string; bannedUntil?: string }

const iso = (ms: number): string => new Date(start + passed + ms).toISOString()

/** A node that counts transfers only, and blocks that come once a second. */
function answer(url: string): Response | Promise<Response> {
  const headers = { Date: new Date(start + passed).toUTCString(), 'Content-Type': 'application/json' }
  const { pathname } = new URL(url)
  const found = Object.keys(evidence).find((start) => pathname.startsWith(start))
  if (found !== undefined) {
    looked.push(found)
    return evidence[found]!()
  }
  if (!url.includes('/statistics/spam/'))
    return new Response('{"code":5,"message":"Not Found"}', { status: 404, headers })
  asked += 1
  const statistics = {
    epochSeq: '7',
    ...Object.fromEntries(
      [
        'applyReferralCode',
        'createReferralSet',
        'updateReferralSet',
        'delegations',
        'issueSignatures',
        'nodeAnnouncements',
        'proposals',
      ].map((name) => [name, { countForEpoch: '0', maxForEpoch: '5', minTokensRequired: '0' }]),
    ),
    transfers: { maxForEpoch: '20', minTokensRequired: '0', ...transfers },
    votes: { maxForEpoch: '3', statistics: [] },
    pow: {
      numberOfPastBlocks: '100',
      blockStates: [
        {
          blockHeight: String(5_000 + Math.floor(passed / 1_000)),
          blockHash: 'ab'.repeat(32),
          transactionsSeen: '0',
          expectedDifficulty: '15',
          hashFunction: 'sha3_24_rounds',
          difficulty: '15',
          txPerBlock: '2',
          increasingDifficulty: true,
        },
      ],
    },
  }
  return new Response(JSON.stringify({ chainId: 'test', statistics }), { headers })
}

function Monitor() {
  const { data, dataUpdatedAt } = useQuery(spamStatisticsQuery(party))
  const history = useHistory(party)
  const verdict = useVerdict({ partyId: party, data, dataUpdatedAt })
  useWatched([party], true)
  const tab = useCurrentTabState()
  return (
    <>
      <output aria-label="tab">{tab}</output>
      {verdict && data && <Limits history={history} verdict={verdict} statistics={data.statistics} />}
    </>
  )
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    passed += Math.min(left, 1_000)
    await act(async () => void (await vi.advanceTimersByTimeAsync(Math.min(left, 1_000))))
  }
}
async function open(): Promise<void> {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  render(
    <QueryClientProvider client={queries}>
      <Watcher />
      <Monitor />
    </QueryClientProvider>,
  )
  await pass(1_000)
}
const card = () => screen.getByRole('article', { name: 'Transfers' })
const sentence = (): string => screen.getAllByRole('heading', { level: 2 })[0]?.textContent ?? ''
const tab = (): string => screen.getByLabelText('tab').textContent

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  passed = 0
  asked = 0
  evidence = {}
  looked = []

  preferences.reset()
  preferences.set({ node: `https://monitor${++round}.example` })
  vi.stubGlobal('fetch', async (url: string) => answer(url))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a party is followed from OK to a ban, its confirmation, and free again', async () => {
  transfers = { countForEpoch: '4' }
  await open()
  for (const [used, state, word] of [
    ['4', 'ok', 'OK'],
    ['12', 'watch', 'Watch'],
    ['16', 'near', 'Near'],
    ['20', 'limit', 'At limit'],
  ] as const) {
    transfers = { countForEpoch: used }
    await pass(6_000)
    expect(within(card()).getByText(word)).toBeDefined()
    expect(tab()).toBe(state)
  }
  transfers = { countForEpoch: '20', bannedUntil: iso(46_000) }
  await pass(6_000)
  expect(sentence()).toMatch(/^Can’t transfer until .*\d\d:\d\d:\d\d UTC\.$/)
  expect(tab()).toBe('banned')
  await pass(42_000)
  expect(within(card()).getByText('Confirming')).toBeDefined()
  expect(tab()).toBe('confirming')
  await pass(65_000)
  expect(card().textContent).toContain('The node still reports the ban that ended')
  transfers = { countForEpoch: '0' }
  await pass(6_000)
  expect(sentence()).toBe('No limit reached. Nothing counted this epoch.')
  expect(tab()).toBe('ok')
})

test('a rate says what it rests on while it is shown, and not when the limit is reached', async () => {
  const panel = () => screen.queryByRole('region', { name: /^Burn rate/ })
  const burnRate = () => panel()?.textContent
  transfers = { countForEpoch: '10' }
  await open()
  expect(panel()).toBeNull()
  for (const countForEpoch of ['11', '12']) {
    transfers = { countForEpoch }
    await pass(6_000)
  }
  expect(burnRate()).toMatch(/Rate from \d+ readings since \d\d:\d\d UTC, measured in this browser\.$/)
  transfers = { countForEpoch: '20' }
  await pass(6_000)
  expect(panel()).toBeNull()
})

test('the end of a ban is checked though no poll is due', async () => {
  setSpam({ poll: 0 })
  transfers = { countForEpoch: '20', bannedUntil: iso(8_000) }
  await open()
  const before = asked
  await pass(6_000)
  expect(asked).toBe(before)
  await pass(6_000)
  expect(asked).toBeGreaterThan(before)
  transfers = { countForEpoch: '20' }
  await pass(6_000)
  const confirmed = asked
  await pass(20_000)
  expect(asked).toBe(confirmed)
})

test('a ban that stays reported is said to be so though the reader asks only on demand', async () => {
  setSpam({ poll: 0 })
  transfers = { countForEpoch: '20', bannedUntil: iso(8_000) }
  await open()
  await pass(12_000)
  expect(within(card()).getByText('Confirming')).toBeDefined()
  await pass(70_000)
  expect(card().textContent).toContain('The node still reports the ban that ended')
  const settled = asked
  await pass(120_000)
  expect(asked).toBe(settled)
})

test('without a request the ban is not shown as still reported', async () => {
  transfers = { countForEpoch: '20', bannedUntil: iso(8_000) }
  await open()
  act(() => preferences.set({ live: false }))
  await pass(600_000)
  act(() => setSpam({ order: 'fixed' }))
  expect(within(card()).getByText('Unconfirmed')).toBeDefined()
  expect(card().textContent).not.toContain('still reports')
})

test('no word of the page is left unexplained', async () => {
  transfers = { countForEpoch: '4' }
  await open()
  const explained = (): string => [...document.querySelectorAll('[popover]')].map((each) => each.textContent).join(' ')
  const free = explained()
  transfers = { countForEpoch: '4', bannedUntil: iso(60_000) }
  await pass(6_000)
  const all = free + explained()
  const { epoch, states, ban, minimum, window, difficulty, cost, leftAtBase, closed } = terms
  const onPage = [epoch, states, ban, minimum, window, difficulty, cost, leftAtBase, closed]
  for (const { text } of [...Object.values(counterEntries), ...onPage]) expect(all).toContain(text)
})

test('what networks usually start with is help, never shown in place of what the node says', async () => {
  transfers = { countForEpoch: '4' }
  await open()
  for (const popover of document.querySelectorAll('[popover]')) popover.remove()
  const words = document.body.textContent
  expect(card().textContent).toContain('4 / 20')
  // the node of this test allows 5 of each where networks usually start with others
  expect(words).not.toMatch(/100,000|390|\b4 left\b|Networks of this kind|[Uu]sually/)
})

test('paused, no request is sent at the end of a ban either', async () => {
  transfers = { countForEpoch: '20', bannedUntil: iso(8_000) }
  await open()
  act(() => preferences.set({ live: false }))
  const before = asked
  await pass(60_000)
  expect(asked).toBe(before)
})

test('each second the countdown alone renders, not the limits', async () => {
  setSpam({ poll: 0 })
  transfers = { countForEpoch: '20', bannedUntil: iso(600_000) }
  const html = () => card().innerHTML.replace(/\d\d:\d\d:\d\d(?=<)/, '')
  await open()
  await pass(2_000)
  const [before, clock] = [html(), screen.getAllByRole('timer')[0]?.textContent]
  const changed = new Set<string>()
  const observer = new MutationObserver((records) => {
    for (const { target } of records) changed.add(target.parentElement?.getAttribute('role') ?? target.nodeName)
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  await pass(10_000)
  observer.disconnect()
  expect(screen.getAllByRole('timer')[0]?.textContent).not.toBe(clock)
  expect(html()).toBe(before)
  expect([...changed]).toEqual(['timer'])
})

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const pageOf = (...nodes: object[]) => ({
  edges: nodes.map((node) => ({ node, cursor: 'c' })),
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' },
})
const noParty = () =>
  json({ code: 5, message: 'Not Found', details: [{ code: 50001, message: 'no party', inner: '' }] }, 404)
const nothing: typeof evidence = {
  '/api/v2/parties': () => json({ parties: pageOf() }),
  '/api/v2/margin-modes': () => json({ partyMarginModes: pageOf() }),
  '/api/v2/teams/referees/history': () => json({ teamRefereeHistory: pageOf() }),
  '/api/v2/liquidity/providers': () => json({ liquidityProviders: pageOf() }),
}
const known = { id: party, alias: '', metadata: [] }
const words = (): string => document.body.textContent

test('without a response of the node advice, forecasts and remaining counts are hidden', async () => {
  transfers = { countForEpoch: '16' }
  await open()
  await pass(6_000)
  expect(words()).toMatch(/Next: use block|left/)
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  await pass(180_000)
  expect(sentence()).toMatch(/^No advice: values are 3 min old\.$/)
  expect(tab()).toBe('stale')
  for (const popover of document.querySelectorAll('[popover]')) popover.remove()
  expect(words()).not.toMatch(/\bNext: |\d left\b|[Ll]imit in|resets in|use block|\bOK\b|\bNear\b(?!\.)/)
  vi.stubGlobal('fetch', async (url: string) => answer(url))
  await pass(20_000)
  expect(tab()).toBe('near')
  expect(words()).toContain('Next: use block')
})

test('the time left of a hash counts down by the rate of the chain between two polls', async () => {
  transfers = { countForEpoch: '4' }
  await open()
  await pass(21_000)
  setSpam({ poll: 0 })
  await pass(6_000)
  const before = asked
  const left = (): number => Number(/(\d+) blocks?, about/.exec(words())?.[1])
  const first = left()
  await pass(10_000)
  expect(asked).toBe(before)
  expect(first - left()).toBeGreaterThanOrEqual(9)
})

describe('a key that the node answers zeros for', () => {
  beforeEach(() => {
    transfers = { countForEpoch: '0' }
  })

  test.each([
    ['an empty list of parties', nothing],
    ['404 with detail 50001', { ...nothing, '/api/v2/parties': noParty }],
    ['a node without a list of parties', { ...nothing, '/api/v2/parties': () => json({ code: 5 }, 404) }],
  ])('a typo is not called safe: %s', async (_, node) => {
    evidence = node
    await open()
    expect(sentence()).toBe('This node has no record of this key.')
    expect(words()).toContain('Check it: nodes return zeros for keys they don’t know.')
    expect(screen.queryByText('OK')).toBeNull()
    expect(words()).not.toContain('No limit reached')
    expect(tab()).toBe('unrecorded')
    const before = looked.length
    expect(before).toBe(4)
    await pass(120_000)
    expect(looked).toHaveLength(before)
  })

  test('a listed party is looked up once and may be shown as safe', async () => {
    evidence = { ...nothing, '/api/v2/parties': () => json({ parties: pageOf(known) }) }
    await open()
    expect(sentence()).toBe('No limit reached. Nothing counted this epoch.')
    expect(tab()).toBe('ok')
    await pass(60_000)
    expect(looked).toEqual(['/api/v2/parties'])
  })

  test('a margin mode proves that a key exists which the list of parties does not have', async () => {
    const mode = { marketId: 'a1', partyId: party, marginMode: 'MARGIN_MODE_CROSS_MARGIN', atEpoch: '1' }
    evidence = { ...nothing, '/api/v2/margin-modes': () => json({ partyMarginModes: pageOf(mode) }) }
    await open()
    expect(sentence()).toBe('No limit reached. Nothing counted this epoch.')
    expect(looked).toHaveLength(2)
  })

  test('while the answer is on its way, or did not come, neither safe nor unknown to the node is claimed', async () => {
    let tell: (response: Response) => void = () => undefined
    evidence = { ...nothing, '/api/v2/parties': () => new Promise((resolve) => (tell = resolve)) }
    await open()
    expect(sentence()).toBe('Nothing counted this epoch.')
    expect(words()).toContain('Checking whether this node knows the key.')
    expect(tab()).toBe('unknown')
    await act(async () => tell(json({ code: 13, message: 'broken' }, 500)))
    await pass(1_000)
    expect(sentence()).toBe('Nothing counted this epoch.')
    expect(words()).toContain('could not be checked')
    expect(words()).not.toContain('no record of this key')
    expect(screen.queryByText('OK')).toBeNull()
  })

  test('during a ban of this client the key is not looked up', async () => {
    evidence = { ...nothing, '/api/v2/parties': () => json({ code: 7, message: 'banned' }, 403) }
    await open()
    const before = looked.length
    expect(before).toBe(1)
    expect(words()).toContain('could not be checked')
    await pass(60_000)
    expect(looked).toHaveLength(before)
  })

  test('a key that has counted in this session needs no proof when an epoch starts over', async () => {
    evidence = nothing
    transfers = { countForEpoch: '4' }
    await open()
    transfers = { countForEpoch: '0' }
    await pass(12_000)
    expect(sentence()).toBe('No limit reached. Nothing counted this epoch.')
    expect(looked).toEqual([])
  })
})
