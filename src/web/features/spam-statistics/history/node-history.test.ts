// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SpamSample } from '../../../../wire/spam-history.ts'
import { historyOfSamples } from './samples.ts'

const [anna, boris] = ['a1'.repeat(32), 'b2'.repeat(32)]
const hour = '2026-03-01T16'
const at = (time: string): number => Date.parse(`${hour}:${time}Z`)

const sample = (time: string, until: string, used: string, parts: Partial<SpamSample> = {}): SpamSample => ({
  time: `${hour}:${time}Z`,
  until: `${hour}:${until}Z`,
  readings: 3,
  epochSeq: '7',
  counters: { transfers: { used, max: '20' } },
  ...parts,
})

/** Statistics with one counter, as the node reports them. */
const statistics = (used: string) => ({
  epochSeq: '7',
  transfers: { countForEpoch: used, maxForEpoch: '20', minTokensRequired: '0' },
})

let sent: string[] = []
let answer: (target: string) => Response | Promise<Response>

const json = (body: unknown, status = 200, lyra = true): Response =>
  new Response(JSON.stringify(body), { status, headers: lyra ? { 'X-Lyra': '1' } : {} })
const away = (): Promise<Response> => Promise.reject(new TypeError('no connection'))

/** A service whose clock is a day ahead of this browser's. */
const history = (samples: SpamSample[]) => ({ now: '2026-03-02T17:00:00Z', watched: [anna], samples, gaps: [] })
const dayLater = (part: SpamSample): SpamSample => ({
  ...part,
  time: part.time.replace('-01T', '-02T'),
  until: part.until.replace('-01T', '-02T'),
})

/** A page that has just been loaded and has had one answer of its node. */
async function load(lyra = true) {
  vi.resetModules()
  sent = []
  const { recordResponse } = await import('../../../client/node-status.ts')
  const { historyOf, observe } = await import('./samples.ts')
  recordResponse('', new Headers(lyra ? { 'X-Lyra': '1' } : {}), 0, 0)
  const transfers = (party = anna) =>
    (historyOf(party).transfers ?? []).map(({ from, to, used, kept }) => [from, to, used, kept ?? false])
  return { observe, transfers }
}

/** Time for whatever could still be sent and answered. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T17:00:00Z'))
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, search } = new URL(url)
    sent.push(pathname + search)
    return answer(pathname + search)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('samples become runs of each counter by this clock, with what was not reported left out', () => {
  const runs = historyOfSamples(
    [
      sample('00:00.250', '00:10.250', '3'),
      sample('00:15.250', '00:15.250', '4', { counters: { votes: { used: '1', max: '3' } } }),
      sample('00:20.250', '00:20.250', '5'),
    ],
    250,
  )
  const part = { epoch: '7', most: '20', looks: 3, kept: true }
  expect(runs.transfers).toEqual([
    { ...part, from: at('00:00'), to: at('00:10'), used: '3' },
    { ...part, from: at('00:20'), to: at('00:20'), used: '5' },
  ])
  expect(runs.votes).toEqual([{ ...part, from: at('00:15'), to: at('00:15'), used: '1', most: '3' }])
})

test('a sample whose time cannot be read is left out', () => {
  expect(historyOfSamples([sample('00:00', '00:05', '3', { time: 'soon' })], 0).transfers).toEqual([])
})

test('what the node kept of a watched party is there after one answer, with what this browser reads', async () => {
  answer = (target) =>
    target.includes('partyId')
      ? json(history([sample('00:00', '00:30', '3'), sample('00:35', '00:40', '4')].map(dayLater)))
      : json(history([]))
  const { observe, transfers } = await load()
  observe(anna, statistics('5'), at('00:50'))
  observe(boris, statistics('1'), at('00:51'))
  await vi.waitFor(() => expect(transfers()).toHaveLength(3))
  observe(anna, statistics('5'), at('00:55'))
  expect(transfers()).toEqual([
    [at('00:00'), at('00:30'), '3', true],
    [at('00:35'), at('00:40'), '4', true],
    [at('00:50'), at('00:55'), '5', false],
  ])
  expect(transfers(boris)).toEqual([[at('00:51'), at('00:51'), '1', false]])
  expect(sent).toEqual(['/lyra/v1/spam-history', `/lyra/v1/spam-history?partyId=${anna}`])

  // The page was asleep for ten minutes: the node has gone on reading.
  observe(anna, statistics('6'), at('10:55'))
  await vi.waitFor(() => expect(sent).toHaveLength(3))
})

test.each([404, 501])('a node that answers %i has no history and is requested once', async (status) => {
  answer = () => json({ code: status === 404 ? 5 : 12, message: 'no', details: [] }, status)
  const { observe, transfers } = await load()
  observe(anna, statistics('5'), at('00:50'))
  await settle()
  observe(anna, statistics('6'), at('10:50'))
  observe(boris, statistics('1'), at('10:51'))
  await settle()
  expect(sent).toHaveLength(1)
  expect(transfers()).toHaveLength(2)
})

test("no history is requested from a node that is not Lyra's service", async () => {
  answer = () => json({}, 404, false)
  const { observe, transfers } = await load(false)
  observe(anna, statistics('5'), at('00:50'))
  await settle()
  expect(sent).toEqual([])
  expect(transfers()).toHaveLength(1)
})

test('a node that did not answer is retried after a delay, not with each reading', async () => {
  answer = away
  const { observe, transfers } = await load()
  observe(anna, statistics('5'), at('00:00'))
  await settle()
  observe(anna, statistics('5'), at('00:05'))
  await settle()
  expect(sent).toHaveLength(1)
  answer = () => json(history([dayLater(sample('00:30', '01:30', '6'))]))
  observe(anna, statistics('7'), at('02:00'))
  await vi.waitFor(() => expect(transfers().map(([, , used]) => used)).toEqual(['5', '6', '7']))
})
