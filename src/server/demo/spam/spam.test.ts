import * as v from 'valibot'
import { expect, test } from 'vitest'
import { getSpamStatistics, spamCounters, type SpamStatistics } from '../../../wire/spam-statistics.ts'
import { Bots, climberOf, headOf, replaySpam } from '../market/bots.ts'
import { parseTime } from '../chain/chain.ts'
import { SpamAccounting, type Transaction, reportSpam } from './spam.ts'
import { makeWorld } from '../world.ts'

const world = makeWorld(7, parseTime('2025-05-14T09:41:17.5Z'))
const { chain } = world
const anchor = chain.heightAt(chain.anchor)
const head = headOf(chain, anchor)
const epochFirst = chain.firstFrom(chain.epochStart(head.epoch + 1))

const fresh = (stake = 10n ** 30n) => new SpamAccounting(() => stake, head)
const next = (offset: number) => headOf(chain, anchor + offset)
const send = (party: string, kind: Transaction['kind'], offset: number, bits = 40): Transaction => ({
  party,
  kind,
  powHeight: anchor + offset,
  bits,
})

const report = (spam: SpamAccounting, party: string) => reportSpam(chain, spam, party)

const banned = (statistics: SpamStatistics) =>
  [statistics.votes, statistics.pow, ...spamCounters.map((name) => statistics[name])].some((part) => part?.bannedUntil)
const share = (statistics: SpamStatistics) =>
  Math.max(
    ...spamCounters.map((name) => {
      const counter = statistics[name]
      return counter ? Number(counter.countForEpoch) / Number(counter.maxForEpoch) : 0
    }),
  )

test('an unknown party has zero everywhere and the current block only', () => {
  const statistics = report(fresh(), 'F'.repeat(64))
  for (const name of spamCounters) expect(statistics[name]?.countForEpoch).toBe('0')
  expect(statistics.votes).toEqual({ statistics: [], maxForEpoch: '3' })
  expect(statistics.pow?.blockStates).toEqual([
    {
      blockHeight: String(anchor),
      blockHash: chain.hashOf(anchor),
      transactionsSeen: '0',
      expectedDifficulty: '15',
      hashFunction: 'sha3_24_rounds',
      difficulty: '15',
      txPerBlock: '2',
      increasingDifficulty: true,
    },
  ])
  expect(v.safeParse(getSpamStatistics.reply, { chainId: chain.id, statistics }).success).toBe(true)
})

test('counts stop at the maximum; half of a block refused bans for 1/48 of an epoch', () => {
  const spam = fresh()
  const votes = (offset: number, count: number) =>
    Array.from({ length: count }, () => ({ ...send('p', 'votes', offset), proposal: 'x' }))
  spam.include(next(1), votes(0, 2))
  expect(report(spam, 'p').votes?.bannedUntil).toBeUndefined()
  spam.include(next(2), votes(0, 3))
  const { votes: after } = report(spam, 'p')
  expect(after?.statistics).toEqual([{ proposal: 'x', countForEpoch: '3', minTokensRequired: '100000000000000000000' }])
  expect(Date.parse(after?.bannedUntil ?? '') - next(2).time / 1000).toBeCloseTo(75_000, -1)
  spam.include(next(10), [{ ...send('p', 'votes', 9), proposal: 'y' }])
  expect(report(spam, 'p').votes?.statistics).toHaveLength(1)
  spam.include(next(78), [{ ...send('p', 'votes', 9), proposal: 'y' }])
  expect(report(spam, 'p').votes?.statistics).toHaveLength(2)
  expect(report(spam, 'p').votes?.bannedUntil).toBeUndefined()
})

test('too few tokens are refused, and one refusal of three does not ban', () => {
  const spam = fresh(0n)
  spam.include(next(1), [send('p', 'transfers', 0), send('p', 'delegations', 0)])
  expect(report(spam, 'p').transfers?.countForEpoch).toBe('1')
  expect(report(spam, 'p').delegations).toMatchObject({ countForEpoch: '0', bannedUntil: expect.any(String) })
  const rich = fresh()
  const five = Array.from({ length: 4 }, () => send('p', 'applyReferralCode', 0))
  rich.include(next(1), five)
  rich.include(next(2), [send('p', 'applyReferralCode', 1)])
  rich.include(next(3), [send('p', 'applyReferralCode', 1)])
  expect(report(rich, 'p').applyReferralCode).toMatchObject({ countForEpoch: '5', bannedUntil: expect.any(String) })
})

test('counters restart with the epoch, bans remain', () => {
  const last = headOf(chain, epochFirst - 1)
  const spam = new SpamAccounting(() => 0n, headOf(chain, epochFirst - 2))
  const proof = { party: 'p', powHeight: epochFirst - 2, bits: 40 }
  spam.include(last, [
    { ...proof, kind: 'transfers' },
    { ...proof, kind: 'delegations' },
  ])
  spam.include(headOf(chain, epochFirst), [])
  const statistics = report(spam, 'p')
  expect(statistics.epochSeq).toBe(String(last.epoch + 1))
  expect(statistics.transfers?.countForEpoch).toBe('0')
  expect(statistics.delegations?.bannedUntil).toBeDefined()
  expect(statistics.pow?.blockStates).toHaveLength(2)
})

test('proofs of work get dearer, leave the window after 100 blocks, and cheating bans', () => {
  const spam = fresh()
  const proof = (offset: number) =>
    report(spam, 'p').pow?.blockStates.find(({ blockHeight }) => blockHeight === String(anchor + offset))
  spam.include(next(1), [send('p', 'other', 0, 15), send('p', 'other', 0, 15)])
  expect(proof(0)).toMatchObject({ transactionsSeen: '2', expectedDifficulty: '16' })
  spam.include(next(2), [send('p', 'other', 0, 15)])
  expect(report(spam, 'p').pow?.bannedUntil).toBeDefined()
  expect(proof(0)).toMatchObject({ transactionsSeen: '2' })
  spam.include(next(99), [])
  expect(proof(0)).toBeDefined()
  spam.include(next(100), [send('p', 'other', 0)])
  expect(proof(0)).toBeUndefined()
  expect(report(spam, 'p').pow?.bannedUntil).toBeUndefined()
})

test('in every epoch one bot goes from OK over Watch, Near and its limit into a ban, and is free again', () => {
  const bots = new Bots(world)
  const climber = climberOf(world)?.id ?? ''
  const start = epochFirst - 1
  const spam = replaySpam(world, bots, start)
  const seen: { state: string; epoch: number; blocks: number }[] = []
  for (let height = start + 1; height <= start + 3 * 3600 + 30; height += 1) {
    const at = headOf(chain, height)
    spam.include(at, bots.transactions(spam, at))
    const statistics = report(spam, climber)
    const used = share(statistics)
    const state = banned(statistics)
      ? 'banned'
      : used === 1
        ? 'limit'
        : used >= 0.8
          ? 'near'
          : used >= 0.6
            ? 'watch'
            : 'ok'
    const last = seen.at(-1)
    if (last?.state === state) last.blocks += 1
    else seen.push({ state, epoch: at.epoch, blocks: 1 })
  }
  const round = ['ok', 'watch', 'near', 'limit', 'banned', 'limit']
  expect(seen.map(({ state }) => state)).toEqual([...round, ...round, ...round, 'ok'])
  const first = seen[0]?.epoch ?? 0
  expect(seen.slice(0, -1).map(({ epoch }) => epoch - first)).toEqual([0, 1, 2].flatMap((at) => round.map(() => at)))
  // Ten minutes of bans that follow each other, as of a bot that sends on, and no other state for a moment only.
  for (const { state, blocks } of seen.slice(0, -1))
    if (state === 'banned') expect(Math.round(blocks / 60)).toBe(10)
    else expect(blocks).toBeGreaterThanOrEqual(100)
})

test('a service that starts later knows the same as one that was always there', () => {
  const bots = new Bots(world)
  const always = replaySpam(world, bots, anchor)
  const starts = [...[0, 40, 99, 1700, 3590].map((index) => epochFirst + index), epochFirst + 5000]
  for (let height = anchor + 1; height <= epochFirst + 5000; height += 1) {
    const at = headOf(chain, height)
    always.include(at, bots.transactions(always, at))
    if (!starts.includes(height)) continue
    const late = replaySpam(world, new Bots(world), height)
    for (const { id } of world.parties) expect(report(late, id)).toEqual(report(always, id))
  }
})
