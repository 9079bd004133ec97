import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { SpamStatistics } from '../spam-statistics.ts'
import { changesSince, PartyAlertRecord, readingChange, soonExhausted, type UnreadRecord } from './changes-since.ts'
import { workOutlook } from './proof-of-work.ts'
import type { Gauge } from './spam-gauges.ts'
import { verdict } from './spam-verdict.ts'

const now = 1_700_000_000_000_000_000n
const future = '2023-11-14T22:45:00Z'
const later = '2023-11-14T23:45:00Z'
const justEnded = '2023-11-14T22:13:19Z'

type Step = readonly [used: string | undefined, minute: number, ban?: string | undefined, epoch?: string]

const statistics = ([used, , bannedUntil, epochSeq = '1']: Step): SpamStatistics => ({
  epochSeq,
  ...(used !== undefined && {
    transfers: { countForEpoch: used, maxForEpoch: '20', minTokensRequired: '0', ...(bannedUntil && { bannedUntil }) },
  }),
})

/** What is told over these verdicts, each with the record that the one before left, as stored. */
function told(...steps: readonly Step[]): string[] {
  let record: PartyAlertRecord | undefined
  return steps.flatMap((step) => {
    const found = changesSince(record, verdict(statistics(step), now), step[1] * 60_000)
    record = v.parse(PartyAlertRecord, JSON.parse(JSON.stringify(found.record)))
    return found.changes.map(({ state, words }) => `${state}: ${words}`)
  })
}

const near = 'near: Transfers near the limit: 16 of 20'
const limit = 'limit: Transfers: limit reached (20 of 20)'
const banned = 'banned: Can’t transfer'
const free = 'free: Transfers no longer banned'
const clear = (used: string) => `clear: Transfers no longer near the limit: ${used} of 20`

test('a worsening is reported once, and the recovery after it once', () => {
  expect(told(['0', 0], ['16', 1], ['17', 2], ['20', 3], ['16', 4], ['0', 5], ['0', 6])).toEqual([
    near,
    limit,
    clear('0'),
  ])
  expect(told(['20', 0], ['20', 1, future], ['20', 2], ['0', 3])).toEqual([banned, free, clear('0')])
})

test('a limit that a new epoch clears is reported as recovered', () => {
  expect(told(['0', 0], ['20', 1], ['0', 2, undefined, '2'])).toEqual([limit, clear('0')])
  expect(told(['0', 0], ['20', 1], ['20', 2, undefined, '2'], ['0', 3, undefined, '2'])).toEqual([
    limit,
    limit,
    clear('0'),
  ])
})

test('the first verdict tells nothing, however bad', () => {
  expect(told(['20', 0, future], ['20', 1, future])).toEqual([])
})

test('an absent counter, or an unreachable node, is not a recovery', () => {
  expect(told(['0', 0], ['20', 1, future], [undefined, 2], [undefined, 3, undefined, '2'])).toEqual([banned])
  expect(told(['0', 0], ['20', 1], [undefined, 2], ['20', 3])).toEqual([limit])
})

test('a ban time that cannot be read is not the end of a ban, and hides no worsening', () => {
  expect(told(['20', 0], ['20', 1, future], ['20', 2, 'soon'], ['20', 3])).toEqual([banned, free])
  expect(told(['0', 0], ['20', 1, 'soon'], ['0', 2, 'soon'])).toEqual([limit])
})

describe('a ban that is being confirmed', () => {
  test('is not over before the node says so', () => {
    expect(told(['20', 0], ['20', 1, future], ['20', 2, justEnded], ['20', 3, justEnded], ['20', 4])).toEqual([
      banned,
      free,
    ])
  })
  test('is reported where the ban itself was never seen', () => {
    expect(told(['20', 0], ['20', 1, justEnded], ['20', 2])).toEqual([
      'confirming: Transfers had a ban that has expired and is not yet confirmed to be over',
      free,
    ])
  })
  test('is followed by another ban: reported after the quiet time', () => {
    expect(told(['20', 0], ['20', 1, future], ['20', 2, justEnded], ['20', 3, later], ['20', 12, later])).toEqual([
      banned,
      banned,
    ])
  })
})

test('what was near its limit before the epoch ended and is to be watched after it has recovered, once', () => {
  expect(told(['0', 0], ['16', 1], ['12', 2, undefined, '2'], ['12', 13, undefined, '2'])).toEqual([near, clear('12')])
})

describe('a value that flaps across a line', () => {
  test('is reported once with its recovery, and again after a quiet time', () => {
    const flaps = Array.from({ length: 30 }, (_, at): Step => [at % 2 === 0 ? '15' : '16', at / 10])
    expect(told(['0', 0], ...flaps, ['15', 13], ['16', 14])).toEqual([
      'watch: Transfers to watch: 15 of 20',
      near,
      clear('15'),
      near,
    ])
  })
  test('a limit reported as recovered and near again is reported again', () => {
    expect(told(['0', 0], ['16', 1], ['15', 2], ['16', 3], ['16', 10], ['16', 12], ['16', 13])).toEqual([
      near,
      clear('15'),
      near,
    ])
  })
  test('a ban reported as over that is not is reported again', () => {
    expect(told(['0', 0], ['0', 1, future], ['0', 2], ['0', 3, future], ['0', 13, future])).toEqual([
      banned,
      free,
      banned,
    ])
  })
})

describe('the quiet time', () => {
  test('ends ten minutes after the report', () => {
    expect(told(['0', 0], ['16', 1], ['15', 2], ['16', 11])).toEqual([near, clear('15'), near])
  })
  test('is not the hours by which a clock was set back', () => {
    expect(told(['0', 99], ['16', 100], ['15', 101], ['16', 5])).toEqual([near, clear('15'), near])
  })
})

test('a node that lags into the epoch before reports nothing again', () => {
  expect(told(['0', 0, undefined, '2'], ['20', 1, undefined, '2'], ['20', 2], ['20', 3, undefined, '2'])).toEqual([
    limit,
  ])
})

/** The changes over states of one limit, each in the epoch of its number. */
function changesOf(name: Gauge['name'], ...states: readonly Gauge['state'][]): string[] {
  let record: PartyAlertRecord | undefined
  return states.flatMap((state, epoch) => {
    const found = changesSince(
      record,
      { gauges: [{ name, state, used: '170', max: '200' }], epoch: String(epoch) },
      epoch,
    )
    record = found.record
    return found.changes.map((change) => change.state)
  })
}

test('proof of work that is running out is reported once, however many epochs pass', () => {
  expect(changesOf('pow', 'ok', 'near', 'near', 'near')).toEqual(['work'])
  expect(changesOf('transfers', 'ok', 'near', 'near')).toEqual(['near', 'near'])
})

test('a limit that the node takes away is no longer near', () => {
  expect(changesOf('transfers', 'ok', 'near', 'none')).toEqual(['near', 'clear'])
})

test('proof of work that lasts two minutes at the rate of the party is near its limit, and longer is not', () => {
  const pow: NonNullable<SpamStatistics['pow']> = {
    numberOfPastBlocks: '100',
    blockStates: Array.from({ length: 20 }, (_, at) => ({
      blockHeight: String(1000 - at),
      blockHash: '',
      transactionsSeen: '4',
      expectedDifficulty: '17',
      hashFunction: 'sha3_24_rounds',
      difficulty: '15',
      txPerBlock: '2',
      increasingDifficulty: true,
    })),
  }
  const judged = verdict({ epochSeq: '1', pow }, now)
  const { lastsBlocks = 0 } = workOutlook(pow) ?? {}
  const powAt = (ms: number) =>
    soonExhausted(judged, pow, ms / lastsBlocks).gauges.find(({ name }) => name === 'pow')?.state
  expect(lastsBlocks).toBe(80)
  expect([powAt(120_000), powAt(120_080)]).toEqual(['near', 'ok'])
})

test('a party is reported as unread after two minutes of failures, not before', () => {
  let record: UnreadRecord | undefined
  const changes = [0, 119_999, 120_000, 120_001].map((at) => {
    const found = readingChange(record, true, at)
    record = found.record
    return found.change
  })
  expect(changes).toEqual([undefined, undefined, 'unread', undefined])
})

test('over random sequences worsenings and recoveries alternate, and no worsening is missed', () => {
  const step = fc.record({
    used: fc.option(fc.nat(22), { nil: undefined }),
    ban: fc.constantFrom(undefined, undefined, future, justEnded, 'soon'),
    minutes: fc.nat(12),
    next: fc.boolean(),
  })
  const bad = (words: string): boolean => !/^(free|clear|watch)/.test(words)
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let record: PartyAlertRecord | undefined
      let [minute, epoch, open] = [0, 1, false]
      const hear = (reading: Step): string[] => {
        const found = changesSince(record, verdict(statistics(reading), now), reading[1] * 60_000)
        record = found.record
        return found.changes.filter(({ gauge }) => gauge.name === 'transfers').map((change) => change.state)
      }
      hear(['0', 0])
      for (const { used, ban, minutes, next } of steps) {
        minute += minutes
        epoch += next ? 1 : 0
        const [heard, ...more] = hear([used?.toString(), minute, ban, String(epoch)])
        expect(more).toEqual([])
        if (heard === 'clear') expect(open).toBe(true)
        if (heard === 'clear') expect(used).toBeLessThan(16)
        if (heard === 'free') expect(ban).toBeUndefined()
        if (heard === 'clear') open = false
        else if (heard === 'free') open = (used ?? 0) >= 16
        else if (heard !== undefined && bad(heard)) open = true
      }
      // Whatever is still bad is told at the latest after the quiet time.
      const [last] = steps.slice(-1)
      if (!last || last.used === undefined) return
      const heard = hear([String(last.used), minute + 11, last.ban, String(epoch)])
      if (heard.some(bad)) open = true
      if (last.ban === future || last.used >= 16) expect(open).toBe(true)
      // Told at most once while it stays so.
      expect(hear([String(last.used), minute + 30, last.ban, String(epoch)])).toEqual([])
    }),
  )
})
