import { afterEach, expect, test, vi } from 'vitest'
import type { Reply } from '../../../wire/protocol/operation.ts'
import { type getSpamStatistics, spamCounters } from '../../../wire/spam-statistics.ts'
import type { Core } from '../core.ts'
import { ForeignFault, invalid, unavailable } from '../../fault.ts'
import { Json } from '../../json-text.ts'
import { party } from '../../../../tests/server/support/ids.ts'
import { turnedClock } from '../../../../tests/server/support/turned-clock.ts'
import { PartyWatch } from './party-watch.ts'

type SpamReply = Reply<typeof getSpamStatistics>

const start = Date.parse('2026-03-01T16:00:00Z')
const clock = (seconds: number): string => new Date(start + seconds * 1000).toISOString()

const replyOf = (transfers: unknown, parts: object = {}): Json<SpamReply> =>
  new Json(
    JSON.stringify({
      chainId: 'c',
      statistics: {
        epochSeq: '7',
        ...Object.fromEntries(
          spamCounters.map((name) => [name, { countForEpoch: '0', maxForEpoch: '3', minTokensRequired: '0' }]),
        ),
        transfers,
        votes: { maxForEpoch: '3', statistics: [] },
        pow: { numberOfPastBlocks: '100', blockStates: [] },
        ...parts,
      },
    }),
  )
const sent = (countForEpoch: string) => ({ countForEpoch, maxForEpoch: '20', minTokensRequired: '0' })

let stop = new AbortController()
afterEach(() => {
  stop.abort()
  stop = new AbortController()
})

/** A watch over a scripted core, and the requests that it received. Its timers may fire `early` by milliseconds. */
function watching(
  parties: readonly string[],
  answer: (partyId: string, signal: AbortSignal) => Promise<Json<SpamReply>>,
  early = 0,
) {
  const requests: [seconds: number, partyId: string][] = []
  const time = turnedClock(start)
  const sleep: typeof time.sleep = (ms, signal) => time.sleep(Math.max(0, ms - early), signal)
  const core = {
    spamStatistics: (partyId: string, signal: AbortSignal) => {
      requests.push([(time.now() - start) / 1000, partyId])
      return answer(partyId, signal)
    },
  } as unknown as Core
  const watch = new PartyWatch(parties, core, { now: time.now, sleep })
  return { watch, requests, turn: time.turn, setBack: time.setBack, running: watch.run(stop.signal) }
}

test('each party is read every five seconds, sequentially', async () => {
  const { requests, turn } = watching([party.anna, party.boris], async () => replyOf(sent('1')))
  await turn(12_000)
  expect(requests).toEqual([
    [0, party.anna],
    [2.5, party.boris],
    [5, party.anna],
    [7.5, party.boris],
    [10, party.anna],
  ])
})

test('a timer that is early by a millisecond reads no party twice', async () => {
  const { requests, turn } = watching([party.anna], async () => replyOf(sent('1')), 1)
  await turn(16_000)
  expect(requests.map(([seconds]) => Math.round(seconds))).toEqual([0, 5, 10, 15])
})

test('a clock that is set back by an hour does not stop the reading for an hour', async () => {
  const { requests, turn, setBack } = watching([party.anna], async () => replyOf(sent('1')))
  await turn(6_000)
  setBack(3_600_000)
  await turn(20_000)
  expect(requests.length).toBeGreaterThanOrEqual(4)
})

test('a reply that is late skips turns: a party never has two requests at once', async () => {
  const pending: (() => void)[] = []
  const { watch, requests, turn } = watching(
    [party.anna],
    () => new Promise((resolve) => void pending.push(() => resolve(replyOf(sent('1'))))),
  )
  await turn(12_000)
  expect(requests).toHaveLength(1)
  pending.shift()?.()
  await turn(2_000)
  expect(watch.historyOf(party.anna)?.samples).toMatchObject([{ time: clock(12) }])
  await turn(1_000)
  expect(requests.map(([seconds]) => seconds)).toEqual([0, 15])
})

test('counters are kept as exact text, with what is not reported left out', async () => {
  const vote = (proposal: string, countForEpoch: string) => ({ proposal, countForEpoch, minTokensRequired: '0' })
  const { watch, turn } = watching([party.anna], async () =>
    replyOf(
      { countForEpoch: '18446744073709551615', maxForEpoch: '18446744073709551615', minTokensRequired: '0' },
      {
        proposals: { ...sent('3'), bannedUntil: '2026-03-01T16:30:00.123456789Z' },
        delegations: null,
        votes: { maxForEpoch: '3', statistics: [vote('a', '1'), vote('b', '3'), vote('c', '2')] },
        pow: { numberOfPastBlocks: '100', blockStates: [], bannedUntil: '2026-03-01T16:10:00Z' },
      },
    ),
  )
  await turn(1_000)
  const [sample] = watch.historyOf(party.anna)?.samples ?? []
  expect(sample?.counters).toMatchObject({
    transfers: { used: '18446744073709551615', max: '18446744073709551615' },
    proposals: { used: '3', max: '20', bannedUntil: '2026-03-01T16:30:00.123456789Z' },
    votes: { used: '3', max: '3' },
  })
  expect(sample?.counters).not.toHaveProperty('delegations')
  expect(sample?.powBannedUntil).toBe('2026-03-01T16:10:00Z')
})

test('a refused read is recorded as the reason of a gap, and reading continues', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const outcomes: (() => Promise<Json<SpamReply>>)[] = [
    async () => replyOf(sent('1')),
    () => Promise.reject(unavailable('The core node cannot be reached.')),
    () => Promise.reject(new ForeignFault(403, '{"code":7,"message":"temporarily banned","details":[]}')),
    () => Promise.reject(new ForeignFault(502, '<html>')),
    () => Promise.reject(invalid('empty or missing party ID')),
    async () => new Json('{"statistics":{}}'),
    async () => new Json('no JSON'),
    () => Promise.reject(new TypeError('a defect')),
    async () => replyOf(sent('2')),
  ]
  const { watch, turn } = watching([party.anna], () => outcomes.shift()?.() ?? Promise.resolve(replyOf(sent('2'))))
  await turn(41_000)
  const { samples, gaps } = watch.historyOf(party.anna)!
  expect(samples.map(({ time, counters }) => [time, counters.transfers?.used])).toEqual([
    [clock(0), '1'],
    [clock(40), '2'],
  ])
  expect(gaps.map(({ from, until, reason }) => [from, until, reason])).toEqual([
    [clock(5), clock(5), 'The core node cannot be reached.'],
    [clock(10), clock(10), 'The core node refused: temporarily banned'],
    [clock(15), clock(15), 'The core node refused: HTTP status 502'],
    [clock(20), clock(20), 'empty or missing party ID'],
    [clock(25), clock(30), "The core node's answer is not what the interface describes."],
    [clock(35), clock(35), 'Internal error'],
  ])
  expect(log).toHaveBeenCalledTimes(1)
  log.mockRestore()
})

test('gauges have the verdict on each party by its newest reading, and a party that was never read is not left out', async () => {
  let used = 0
  const { watch, turn } = watching([party.anna, party.boris], async (partyId) => {
    if (partyId === party.boris) throw unavailable('away')
    return replyOf(sent(String((used += 1))))
  })
  expect(watch.verdicts()).toEqual([])
  await turn(6_000)
  expect(watch.verdicts()).toMatchObject([
    {
      partyId: party.anna,
      verdict: {
        epoch: '7',
        answeredAt: BigInt(start + 5000) * 1_000_000n,
        sentence: 'No reported limit is reached. Closest: transfers 2 of 20.',
      },
    },
    { partyId: party.boris, verdict: undefined },
  ])
})

test('a party is found by its id in capitals; one that is not watched is not', async () => {
  const { watch } = watching([party.anna], async () => replyOf(sent('1')))
  expect(watch.historyOf(party.anna.toUpperCase())?.watched).toEqual([party.anna])
  expect(watch.historyOf(party.boris)).toBeUndefined()
})

test('it stops with the service, while it waits and while it reads', async () => {
  const { running, turn, watch } = watching(
    [party.anna, party.boris],
    (partyId, signal) =>
      new Promise((resolve, reject) => {
        if (partyId === party.boris) resolve(replyOf(sent('1')))
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  await turn(3_000)
  stop.abort(new Error('stopping'))
  await running
  expect(watch.historyOf(party.anna)?.gaps).toEqual([])
})
