import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { compareRisk, type RiskState, worst } from './risk-state.ts'
import { parseJson } from '../scalar.ts'
import { type SpamCounter, spamCounters, SpamStatistics } from '../spam-statistics.ts'
import {
  allGauges,
  banOf,
  counterGauge,
  gaugesOf,
  noLimit,
  permilleOf,
  powGauge,
  stateOf,
  votesGauge,
} from './spam-gauges.ts'
import { hasNoActivity, verdict, withRecord } from './spam-verdict.ts'

const now = 1_700_000_000_000_000_000n // 2023-11-14T22:13:20Z

test('a counter above its limit is full, not more', () => {
  expect([permilleOf({ used: '19', max: '20' }), permilleOf({ used: '25', max: '20' })]).toEqual([950, 1000])
})

const counter = (used: string, max: string, more: Partial<SpamCounter> = {}): SpamCounter => ({
  countForEpoch: used,
  maxForEpoch: max,
  minTokensRequired: '0',
  ...more,
})

const quiet: SpamStatistics = {
  epochSeq: '1',
  applyReferralCode: counter('0', '5'),
  createReferralSet: counter('0', '3'),
  updateReferralSet: counter('0', '3'),
  delegations: counter('0', '390'),
  issueSignatures: counter('0', '4'),
  nodeAnnouncements: counter('0', '1'),
  proposals: counter('0', '3'),
  transfers: counter('0', '20'),
  votes: { maxForEpoch: '3', statistics: [] },
  pow: {
    numberOfPastBlocks: '100',
    blockStates: [
      {
        blockHeight: '5000',
        blockHash: 'aa',
        transactionsSeen: '0',
        expectedDifficulty: '15',
        hashFunction: 'sha3_24_rounds' as const,
        difficulty: '15',
        txPerBlock: '2',
        increasingDifficulty: true,
      },
    ],
  },
}

describe('state of a count', () => {
  test.each([
    ['0', '20', 'ok'],
    ['11', '20', 'ok'],
    ['12', '20', 'watch'],
    ['15', '20', 'watch'],
    ['16', '20', 'near'],
    ['19', '20', 'near'],
    ['20', '20', 'limit'],
    ['21', '20', 'limit'],
    ['0', '1', 'ok'],
    ['1', '1', 'limit'],
    ['2', '3', 'watch'],
    ['0', '0', 'denied'],
    ['3', '0', 'denied'],
    ['7', noLimit.toString(), 'none'],
    [noLimit.toString(), noLimit.toString(), 'none'],
    [(noLimit - 2n).toString(), (noLimit - 1n).toString(), 'near'],
    ['18446744073709551614', '18446744073709551614', 'limit'],
    // 79.999… % is not yet near: nothing rounds up
    ['7999999999999999', '10000000000000000', 'watch'],
    ['8000000000000000', '10000000000000000', 'near'],
  ])('%s of %s is %s', (used, max, state) => {
    expect(stateOf(used, max)).toBe(state)
  })
})

describe('a ban is only a future instant', () => {
  test.each([
    [undefined, {}],
    [null, {}],
    ['', {}],
    ['2023-11-14T22:13:19.999999999Z', { endedBan: now - 1n }],
    ['2023-11-14T22:13:20Z', { endedBan: now }],
    ['0001-01-01T00:00:00Z', {}],
    ['1970-01-01T00:00:00Z', {}],
    ['2023-11-14T22:13:20.000000001Z', { bannedUntil: now + 1n }],
    ['2023-11-14T23:13:20.5+01:00', { bannedUntil: now + 500_000_000n }],
    ['2023-11-14T22:13:20+01:00', { endedBan: now - 3_600_000_000_000n }],
    ['tomorrow', { unreadableBan: 'tomorrow' }],
    ['2023-13-40T00:00:00Z', { unreadableBan: '2023-13-40T00:00:00Z' }],
  ])('%s', (text, expected) => {
    expect(banOf(text, now)).toEqual(expected)
  })
})

describe('every counter', () => {
  const names = [
    'applyReferralCode',
    'createReferralSet',
    'updateReferralSet',
    'delegations',
    'issueSignatures',
    'nodeAnnouncements',
    'proposals',
    'transfers',
  ] as const
  const counts: [string, string, string][] = [
    ['0', '10', 'ok'],
    ['9', '10', 'near'],
    ['10', '10', 'limit'],
    ['11', '10', 'limit'],
    ['0', '0', 'denied'],
    ['5', noLimit.toString(), 'none'],
  ]
  const table = names.flatMap((name) => counts.map(([used, max, state]) => [name, used, max, state] as const))
  test.each(table)('%s %s of %s is %s', (name, used, max, state) => {
    const gauge = counterGauge(name, counter(used, max), now)
    expect(gauge.state).toBe(state)
    expect(gauge.used).toBe(used)
    expect(gauge.left).toBe((BigInt(max) > BigInt(used) ? BigInt(max) - BigInt(used) : 0n).toString())
  })
  test.each(names)('%s banned wins over its count', (name) => {
    expect(counterGauge(name, counter('0', '10', { bannedUntil: '2023-11-14T22:14:00Z' }), now).state).toBe('banned')
    expect(counterGauge(name, null, now).state).toBe('unknown')
    expect(counterGauge(name, undefined, now).state).toBe('unknown')
  })
})

describe('votes', () => {
  test('votes are judged by the proposal closest to its limit', () => {
    const gauge = votesGauge(
      {
        maxForEpoch: '3',
        statistics: [
          { proposal: 'a', countForEpoch: '1', minTokensRequired: '100' },
          { proposal: 'b', countForEpoch: '2', minTokensRequired: '100' },
          { proposal: 'c', countForEpoch: '0', minTokensRequired: '100' },
        ],
      },
      now,
    )
    expect(gauge).toMatchObject({ used: '2', max: '3', left: '1', state: 'watch' })
  })
  test('none cast is none used, with no minimum known', () => {
    expect(votesGauge({ maxForEpoch: '3', statistics: [] }, now)).toEqual({
      name: 'votes',
      state: 'ok',
      used: '0',
      max: '3',
      left: '3',
    })
    expect(votesGauge(null, now).state).toBe('unknown')
  })
  test('a ban of the vote is a ban', () => {
    expect(votesGauge({ maxForEpoch: '3', statistics: [], bannedUntil: '2024-01-01T00:00:00Z' }, now).state).toBe(
      'banned',
    )
  })
})

describe('proof of work', () => {
  const block = (height: string, seen: string, increasing = false) => ({
    blockHeight: height,
    blockHash: 'aa',
    transactionsSeen: seen,
    ...((Number(seen) < 2 || increasing) && { expectedDifficulty: '15' }),
    hashFunction: 'sha3_24_rounds' as const,
    difficulty: '15',
    txPerBlock: '2',
    increasingDifficulty: increasing,
  })
  test('without a block nothing is known', () => {
    expect(powGauge({ numberOfPastBlocks: '100', blockStates: [] }, now).state).toBe('unknown')
  })
  test('places used at base difficulty in the window', () => {
    const gauge = powGauge(
      { numberOfPastBlocks: '100', blockStates: [block('500', '0'), block('499', '5'), block('400', '2')] },
      now,
    )
    expect(gauge).toMatchObject({ used: '2', max: '200', left: '198', state: 'ok' })
  })
  test('a used-up window stops a bot only where difficulty does not rise', () => {
    const full = (increasing: boolean) => ({
      numberOfPastBlocks: '2',
      blockStates: ['11', '10'].map((height) => ({ ...block(height, '2', increasing), expectedDifficulty: '16' })),
    })
    expect(powGauge(full(false), now).state).toBe('limit')
    expect(powGauge(full(true), now).state).toBe('near')
  })
})

describe('the sentence', () => {
  test('quiet', () => {
    const told = verdict(quiet, now)
    expect(told.worst).toBe('ok')
    expect(told.sentence).toBe('No limit reached. Nothing counted this epoch.')
  })
  test('the closest counter is named', () => {
    expect(verdict({ ...quiet, transfers: counter('4', '20') }, now).sentence).toBe(
      'No limit reached. Closest: transfers 4 of 20.',
    )
    expect(verdict({ ...quiet, transfers: counter('18', '20') }, now).sentence).toBe(
      'No limit reached. Closest: transfers 18 of 20, 2 left.',
    )
  })
  test('at the limit', () => {
    const told = verdict({ ...quiet, nodeAnnouncements: counter('1', '1'), transfers: counter('18', '20') }, now)
    expect(told.worst).toBe('limit')
    expect(told.sentence).toBe('Node announcements: limit reached (1 of 1).')
    expect(told.context).toBe('The next tightest limit is transfers, 18 of 20.')
  })
  test('banned, with its end beside it', () => {
    const told = verdict(
      {
        ...quiet,
        proposals: counter('2', '3', { bannedUntil: '2023-11-14T22:45:02Z' }),
        nodeAnnouncements: counter('1', '1'),
      },
      now,
    )
    expect(told.worst).toBe('banned')
    expect(told.sentence).toBe('Can’t propose. Node announcements: limit reached.')
    expect(told.ban).toEqual({
      label: 'Proposals',
      until: now + 1_902_000_000_000n,
      subject: 'Can’t propose',
      several: false,
    })
    expect(told.rest).toBe(' Node announcements: limit reached.')
    expect(told.gauges[0]?.name).toBe('proposals')
  })
  test('nothing allowed or unlimited does not look like danger', () => {
    expect(
      verdict(
        { ...quiet, updateReferralSet: counter('0', '0'), issueSignatures: counter('9', noLimit.toString()) },
        now,
      ).worst,
    ).toBe('ok')
  })
  test('what has no limit was sent all the same', () => {
    const told = verdict({ ...quiet, issueSignatures: counter('9', noLimit.toString()) }, now)
    expect(told.sentence).toBe('No limit reached.')
    expect(verdict({ ...quiet, transfers: null }, now).sentence).toBe('No reported limit is reached.')
  })
  test('unknown is said, never shown as zero', () => {
    const told = verdict({ epochSeq: '1' }, now)
    expect(told.worst).toBe('unknown')
    expect(told.sentence).toBe('The node reports no counters for this party.')
    expect(verdict({ ...quiet, transfers: null }, now).context).toContain('Not reported by this node: transfers')
    expect(
      verdict({ ...quiet, votes: { maxForEpoch: '3', statistics: [], bannedUntil: 'soon' } }, now).context,
    ).toContain('cannot be read')
  })
})

/** Every count beside every ban text, for each counter: what the party is summed up by, and its gauge. */
describe('table: counts by bans', () => {
  const counts: [used: string, max: string, state: RiskState][] = [
    ['0', '0', 'denied'],
    ['1', '0', 'denied'],
    ['0', '1', 'ok'],
    ['1', '1', 'limit'],
    ['2', '1', 'limit'],
    ['0', '20', 'ok'],
    ['1', '20', 'ok'],
    ['19', '20', 'near'],
    ['20', '20', 'limit'],
    ['21', '20', 'limit'],
    ['0', '18446744073709551615', 'none'],
    ['18446744073709551615', '18446744073709551615', 'none'],
    ['18446744073709551613', '18446744073709551614', 'near'],
    ['18446744073709551614', '18446744073709551614', 'limit'],
    ['18446744073709551615', '18446744073709551614', 'limit'],
    ['18446744073709551615', '20', 'limit'],
  ]
  const bans: [text: string | null | undefined, banned: boolean | 'confirming' | 'unknown'][] = [
    [undefined, false],
    [null, false],
    ['', false],
    ['2020-01-01T00:00:00Z', 'confirming'],
    ['2023-11-14T22:13:20Z', 'confirming'],
    ['2023-11-14T22:13:20.000000000Z', 'confirming'],
    ['2023-11-14T22:13:19.999999999Z', 'confirming'],
    ['2023-11-14T22:13:20.000000001Z', true],
    ['2023-11-14T22:43:20.123456789Z', true],
    ['2024-12-18T22:13:20Z', true],
    ['9999-12-31T23:59:59.999999999Z', true],
    ['2023-11-15T03:43:20+05:30', 'confirming'],
    ['2023-11-15T03:43:20.000000001+05:30', true],
    ['2023-11-14T14:13:21-08:00', true],
    ['0001-01-01T00:00:00Z', false],
    ['never', 'unknown'],
    ['2023-11-14 22:43', 'unknown'],
    ['1700000100000000000', 'unknown'],
    ['2023-02-30T00:00:00Z', 'unknown'],
    ['2023-11-14T22:43:60Z', 'unknown'],
  ]
  const cases = counts.flatMap(([used, max, state], row) =>
    bans.map(([text, banned], column) => {
      const name = spamCounters[(row + column) % spamCounters.length] ?? 'transfers'
      return [
        name,
        used,
        max,
        text,
        banned === true ? 'banned' : banned === 'unknown' ? worst([state, banned]) : banned || state,
      ] as const
    }),
  )
  test('is long enough', () => expect(cases.length).toBeGreaterThanOrEqual(150))
  test.each(cases)('%s %s of %s, banned until %s: %s', (name, used, max, bannedUntil, state) => {
    const told = verdict({ ...quiet, [name]: counter(used, max, { bannedUntil }) }, now)
    const gauge = told.gauges.find((each) => each.name === name)
    expect(gauge?.state).toBe(state)
    expect(told.worst).toBe(state === 'denied' || state === 'none' ? 'ok' : state)
    expect(told.ban !== undefined).toBe(state === 'banned')
    expect(told.sentence).not.toMatch(/undefined|\?/)
  })
})

describe('answers that are not as they should be', () => {
  const read = (json: string): SpamStatistics => v.parse(SpamStatistics, parseJson(json))

  test('numbers in place of text are the same numbers', () => {
    const numbers = read(
      JSON.stringify({
        ...quiet,
        epochSeq: 1,
        transfers: { countForEpoch: 18, maxForEpoch: 20, minTokensRequired: 0 },
      }),
    )
    expect(verdict(numbers, now)).toEqual(verdict({ ...quiet, transfers: counter('18', '20') }, now))
  })
  test.each(['0', '1700000100', '1700000100000000000', '-5', '1.5'])(
    'a ban time sent as the number %s hides nothing',
    (sent) => {
      const told = verdict(
        read(
          JSON.stringify({ ...quiet, transfers: counter('18', '20', { bannedUntil: 'here' }) }).replace('"here"', sent),
        ),
        now,
      )
      expect(told.gauges[0]).toMatchObject({ name: 'transfers', state: 'near', unreadableBan: sent })
      expect(told.context).toBe('The ban time of transfers cannot be read; its state may be worse.')
    },
  )
  test('a party with a ban time that cannot be read is not called OK', () => {
    const told = verdict(
      read(JSON.stringify({ ...quiet, transfers: counter('2', '20', { bannedUntil: 'soon' }) })),
      now,
    )
    expect(told.gauges[0]).toMatchObject({ name: 'transfers', state: 'unknown', used: '2', unreadableBan: 'soon' })
    expect(told.worst).toBe('unknown')
  })
  test('numbers beyond what a float holds lose no digit', () => {
    const told = verdict(
      read(
        '{"epochSeq":1,"transfers":{"countForEpoch":18446744073709551613,"maxForEpoch":18446744073709551614,"minTokensRequired":"0"}}',
      ),
      now,
    )
    expect(told.gauges[0]).toMatchObject({
      name: 'transfers',
      state: 'near',
      used: '18446744073709551613',
      left: '1',
    })
  })
  test('unknown members are kept', () => {
    const more = read(JSON.stringify({ ...quiet, updatePartyProfile: counter('10', '10'), votes: quiet.votes }))
    expect(verdict(more, now)).toEqual(verdict(quiet, now))
  })
  test.each(allGauges)('without %s the rest still counts', (name) => {
    for (const absent of [null, undefined]) {
      const told = verdict({ ...quiet, [name]: absent }, now)
      expect(told.gauges.find((gauge) => gauge.name === name)).toEqual({ name, state: 'unknown' })
      expect(told.worst).toBe('unknown')
      expect(told.context).toContain('Not reported by this node')
      expect(told.sentence).toMatch(/^No reported limit is reached\./)
    }
  })
  test('a node without spam protection limits nothing, which is no danger', () => {
    const free = Object.fromEntries(spamCounters.map((name) => [name, counter('0', noLimit.toString())]))
    const told = verdict({ epochSeq: '1', ...free, votes: { maxForEpoch: noLimit.toString(), statistics: [] } }, now)
    expect(told.sentence).toBe('This node reports no limits.')
  })
})

describe('a ban that ran out', () => {
  const proposals = counter('1', '3', { bannedUntil: '2023-11-14T22:13:20Z' })
  test('is not over before the node has confirmed it', () => {
    expect(verdict({ ...quiet, proposals }, now - 1n).worst).toBe('banned')
    const ended = verdict({ ...quiet, proposals }, now)
    expect(ended).toMatchObject({ worst: 'confirming', ban: undefined, sentence: 'The ban of proposals has expired.' })
    expect(ended.context).toBe('The node has yet to confirm it. Do not send before it does.')
    expect(verdict({ ...quiet, proposals }, now + 59_999_999_999n).context).toContain('yet to confirm')
  })
  test('and is then said to be still reported', () => {
    const late = verdict({ ...quiet, proposals }, now + 60_000_000_000n)
    expect(late.worst).toBe('confirming')
    expect(late.context).toBe('The node still reports a ban of proposals that has expired.')
  })
})

test('a node that said nothing since the end is not said to report the ban still', () => {
  const proposals = counter('1', '3', { bannedUntil: '2023-11-14T22:13:20Z' })
  const hour = 3_600_000_000_000n
  const context = (answeredAt: bigint): string =>
    verdict({ ...quiet, proposals }, now + hour, undefined, answeredAt).context
  expect(context(now - hour)).toContain('yet to confirm')
  expect(context(now + 59_999_999_999n)).toContain('yet to confirm')
  expect(context(now + 60_000_000_000n)).toContain('still reports')
})

describe('thresholds of the reader', () => {
  const at = (used: string) => gaugesOf({ ...quiet, transfers: counter(used, '20') }, now, { watchAt: 50, nearAt: 95 })
  test.each([
    ['9', 'ok'],
    ['10', 'watch'],
    ['18', 'watch'],
    ['19', 'near'],
    ['20', 'limit'],
  ])('%s of 20 is %s', (used, state) => {
    expect(at(used).find(({ name }) => name === 'transfers')?.state).toBe(state)
  })
})

test('a new epoch between two polls starts the counters over, and the verdict with them', () => {
  const before = verdict({ ...quiet, epochSeq: '1', transfers: counter('20', '20') }, now)
  const after = verdict({ ...quiet, epochSeq: '2', transfers: counter('0', '20') }, now)
  expect([before.worst, after.worst]).toEqual(['limit', 'ok'])
  expect(after.sentence).toBe('No limit reached. Nothing counted this epoch.')
})

test('several bans: the last to end is counted down, all are named', () => {
  const told = verdict(
    {
      ...quiet,
      proposals: counter('0', '3', { bannedUntil: '2023-11-14T22:14:00Z' }),
      votes: { maxForEpoch: '3', statistics: [], bannedUntil: '2023-11-14T22:15:00Z' },
      transfers: counter('18', '20'),
    },
    now,
  )
  expect(told.ban).toMatchObject({ label: 'Votes', subject: 'Can’t propose or vote', several: true })
  expect(told.sentence).toBe('Can’t propose or vote. Transfers are near their limit, with 2 left.')
})

test('a ban of proof of work is told as one of everything, with its own end', () => {
  const pow = { numberOfPastBlocks: '100', blockStates: [], bannedUntil: '2023-11-14T22:14:00Z' }
  const longer = { bannedUntil: '2023-11-14T22:45:02Z' }
  const told = verdict({ ...quiet, pow, proposals: counter('0', '3', longer), transfers: counter('20', '20') }, now)
  expect(told.sentence).toBe('Banned: no transaction is accepted.')
  expect(told.context).toBe('Proof of work is banned, and every transaction needs it.')
  expect(told.ban).toMatchObject({ label: 'Proof of work', until: now + 40_000_000_000n, several: false })
})

test('limits that are reached are named by what they count', () => {
  const codes = { ...quiet, applyReferralCode: counter('5', '5') }
  expect(verdict(codes, now).sentence).toBe('Referral codes: limit reached (5 of 5).')
  expect(verdict({ ...codes, transfers: counter('20', '20') }, now).sentence).toMatch(
    /^(Transfers and referral codes|Referral codes and transfers): limit reached\.$/,
  )
})

describe('a key that nothing was counted for', () => {
  const told = verdict(quiet, now)
  const states = (record: Parameters<typeof withRecord>[1]) => [
    ...new Set(withRecord(told, record).gauges.map(({ state }) => state)),
  ]

  test('an unknown key has no record and no OK', () => {
    expect(withRecord(told, 'none')).toMatchObject({
      worst: 'unrecorded',
      sentence: 'This node has no record of this key.',
      context: 'Check it: nodes return zeros for keys they don’t know.',
    })
    expect(states('none')).toEqual(['unrecorded'])
    // On a node that reports only some of the limits too.
    expect(withRecord(verdict({ ...quiet, transfers: null }, now), 'none').worst).toBe('unrecorded')
  })

  test('a check under way or failed claims neither', () => {
    for (const record of ['checking', 'unchecked'] as const) {
      const { worst, sentence, context } = withRecord(told, record)
      expect([worst, sentence]).toEqual(['unknown', 'Nothing counted this epoch.'])
      expect(context).toMatch(/knows the key/)
      expect(states(record)).toEqual(['unknown'])
    }
    expect(withRecord(told, 'known')).toBe(told)
  })

  test('any count, ban or use is a record of the key', () => {
    const speaking: SpamStatistics[] = [
      { ...quiet, transfers: counter('1', '20') },
      {
        ...quiet,
        votes: { maxForEpoch: '3', statistics: [{ proposal: 'p', countForEpoch: '1', minTokensRequired: '0' }] },
      },
      { ...quiet, transfers: counter('0', '20', { bannedUntil: '2023-11-15T00:00:00Z' }) },
      { ...quiet, transfers: counter('0', '20', { bannedUntil: '2023-11-14T00:00:00Z' }) },
      { ...quiet, transfers: counter('0', '20', { bannedUntil: 'soon' }) },
    ]
    for (const statistics of speaking) {
      const each = verdict(statistics, now)
      expect(hasNoActivity(each.gauges)).toBe(false)
      expect(withRecord(each, 'none')).toBe(each)
    }
    expect(hasNoActivity(told.gauges)).toBe(true)
  })
})

describe('for any counts of 64 bits', () => {
  const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
  const counts = fc.oneof(fc.tuple(uint64, uint64), fc.tuple(fc.bigInt(0n, 30n), fc.bigInt(0n, 30n)))

  test('what is left is exact, a limit is reached exactly when it is, and sending more is never safer', () => {
    fc.assert(
      fc.property(counts, uint64, ([used, max], more) => {
        const of = (count: bigint) => counterGauge('transfers', counter(String(count), String(max)), now)
        const gauge = of(used)
        expect(gauge.left).toBe(String(max > used ? max - used : 0n))
        expect(gauge.state === 'limit').toBe(max > 0n && max < noLimit && used >= max)
        expect(compareRisk(of(used + more).state, gauge.state)).toBeLessThanOrEqual(0)
      }),
    )
  })

  test('the sentence and the worst state are of the limit that comes first, and no digit of it is lost', () => {
    fc.assert(
      fc.property(counts, ([used, max]) => {
        const { worst, sentence, gauges } = verdict({ ...quiet, transfers: counter(String(used), String(max)) }, now)
        expect(gauges).toHaveLength(10)
        const first = gauges[0]
        expect(compareRisk(first?.state ?? 'none', worst)).toBeLessThanOrEqual(0)
        if (worst === 'limit') expect(sentence.replaceAll(',', '')).toContain(`${used} of ${max}`)
      }),
    )
  })
})
