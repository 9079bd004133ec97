import { spamCounters, type SpamCounterName } from '../../../wire/spam-statistics.ts'
import { type Chain, epochLength, second } from '../chain/chain.ts'
import { idOf, Random, seedOf } from '../random.ts'
import {
  banLength,
  type Head,
  limits,
  type Proof,
  SpamAccounting,
  type Transaction,
  neededBits,
  powParameters,
} from '../spam/spam.ts'
import type { Party, Role, World } from '../world.ts'

type Intent = Omit<Transaction, 'powHeight' | 'bits'>

const blocksPerEpoch = epochLength / second
const token = 10n ** 18n

/** The transactions of each role, with their maximum in an epoch. */
const habits: Partial<Record<Role, Partial<Record<SpamCounterName, number>>>> = {
  maker: { transfers: 9 },
  taker: { transfers: 14, applyReferralCode: 2 },
  provider: { transfers: 6 },
  captain: { createReferralSet: 2, updateReferralSet: 3 },
  referee: { applyReferralCode: 3, transfers: 5 },
  validator: { issueSignatures: 4, delegations: 40 },
  treasury: { transfers: 12, proposals: 2 },
  whale: { proposals: 1, delegations: 90, transfers: 7 },
  newcomer: { applyReferralCode: 1, nodeAnnouncements: 1 },
}
const voters: readonly Role[] = ['whale', 'validator', 'captain', 'treasury', 'provider']

/** How often a block has orders of a party, and the maximum number of a maker's. */
const maker = { chance: 0.7, burst: 4 }
const taker = { chance: 0.12 }

/**
 * One taker reaches its limit of transfers in every epoch, and some minutes later sends on in each block although it is
 * refused: its bans follow each other for ten minutes. Then it waits for the next epoch.
 */
const climb = { from: 180, step: 120, over: 2580, stubborn: 540 }
export const climberOf = ({ byRole }: World): Party | undefined => byRole('taker').at(-1)
/** A market maker comes near its limit of transfers, and a taker stays between three and four fifths of it. */
export const nearOf = ({ byRole }: World): Party | undefined => byRole('maker')[0]
export const watchOf = ({ byRole }: World): Party | undefined => byRole('taker').at(-2)
/** A market maker that sends so many orders for a while, and then none, that its proof of work is always about to run out. */
const burst = { every: 150, lasts: 100, orders: 8 }
export const burstyOf = ({ byRole }: World): Party | undefined => byRole('maker').at(-1)
/** A key that sends nothing. */
export const idleOf = ({ byRole }: World): Party | undefined => byRole('newcomer').at(-1)

export const ordersPerBlock = ({ byRole }: World): number =>
  (byRole('maker').length - 1) * maker.chance * ((1 + maker.burst) / 2) +
  byRole('taker').length * taker.chance +
  (burst.orders * burst.lasts) / burst.every

/** Staked tokens: enough for what the role sends, and none for the reckless. */
export function stakeOf(party: Party | undefined): bigint {
  if (!party || party.role === 'reckless') return 0n
  const rich = party.role === 'whale' || party.role === 'treasury' || party.role === 'validator'
  return (rich ? 250_000n : party.role === 'newcomer' ? 3_500n : 1_200n) * token
}

/**
 * What the parties send, block by block. Whatever the hour, a sender and a market maker have used four fifths of their
 * transfers from the first block of an epoch on, a taker three fifths, one applicant all of its referral codes, and of
 * two reckless parties that provoke a ban of 75 seconds every 100 blocks, half a round apart, one is always banned. One
 * taker goes all the way from nothing used to a ban in each epoch, one market maker is about to run out of proof of work, and
 * one newcomer sends nothing.
 */
export class Bots {
  private readonly seed: number
  private epoch = -1
  private plan = new Map<number, Intent[]>()

  constructor(private readonly world: World) {
    this.seed = seedOf(world.seed, 'bots')
  }

  /** The transactions of the block `head`, with proofs of work as careful as their senders. */
  transactions(spam: SpamAccounting, head: Head): Transaction[] {
    const random = new Random(this.seed, head.height)
    const { chain, byRole } = this.world
    const index = head.height - chain.firstFrom(chain.epochStart(head.epoch))
    const intents = [...(this.planOf(head.epoch).get(index) ?? [])]
    const bursty = burstyOf(this.world)
    if (bursty && head.height % burst.every < burst.lasts) intents.push(...repeat(burst.orders, other(bursty.id)))
    for (const party of byRole('maker'))
      if (party !== bursty && random.chance(maker.chance))
        intents.push(...repeat(random.integer(1, maker.burst), other(party.id)))
    for (const { id } of byRole('taker')) if (random.chance(taker.chance)) intents.push(other(id))
    for (const { id } of byRole('delegator')) if (random.chance(0.095)) intents.push({ party: id, kind: 'delegations' })
    return [...this.prove(spam, head, intents, random), ...this.recklessness(head.height)]
  }

  /** Orders take the newest hash, however costly it has become; other transactions two to a hash. */
  private prove(spam: SpamAccounting, head: Head, intents: readonly Intent[], random: Random): Transaction[] {
    const sent = new Map<string, number>()
    const proofs = new Map<string, Proof>()
    return intents.map((intent) => {
      const count = sent.get(intent.party) ?? 0
      sent.set(intent.party, count + 1)
      const powHeight = head.height - 1 - (intent.kind === 'other' ? 0 : Math.floor(count / 2))
      const key = `${intent.party}/${String(powHeight)}`
      const { seen, achieved } = proofs.get(key) ?? spam.proofOf(intent.party, powHeight)
      const bits = neededBits(seen, achieved) + luck(random)
      proofs.set(key, { seen: seen + 1, achieved: achieved + bits })
      return { ...intent, powHeight, bits }
    })
  }

  private recklessness(height: number): Transaction[] {
    const [broke, hasty] = this.world.byRole('reckless')
    if (broke && height % 100 === 0)
      return repeat(3, { party: broke.id, kind: 'delegations' as const }).map((intent, index) => ({
        ...intent,
        powHeight: height - 1 - index,
        bits: 15,
      }))
    if (hasty && height % 100 === 50)
      return repeat(4, { party: hasty.id, kind: 'other' as const, powHeight: height - 1, bits: 15 })
    return []
  }

  private planOf(epoch: number): Map<number, Intent[]> {
    if (epoch === this.epoch) return this.plan
    const plan = new Map<number, Intent[]>()
    const send: Send = (index, intent) => plan.set(index, [...(plan.get(index) ?? []), intent])
    this.planHabits(epoch, new Random(this.seed, epoch, 1), send)
    this.planLimits(send)
    this.epoch = epoch
    this.plan = plan
    return plan
  }

  /** What parties of a role do at any time of an epoch. */
  private planHabits(epoch: number, random: Random, send: Send): void {
    const sometime = (): number => random.integer(0, blocksPerEpoch - 1)
    const planned = [climberOf, nearOf, watchOf, idleOf].map((find) => find(this.world))
    for (const party of this.world.parties)
      for (const kind of planned.includes(party) ? [] : spamCounters)
        for (let left = random.integer(0, habits[party.role]?.[kind] ?? 0); left > 0; left -= 1)
          send(sometime(), { party: party.id, kind })
    for (const party of this.world.parties.filter(({ role }) => voters.includes(role)))
      for (const proposal of this.proposals(epoch))
        for (let left = random.integer(0, limits.votes.max); left > 0; left -= 1)
          send(sometime(), { party: party.id, kind: 'votes', proposal })
  }

  /** Parties that come near a limit, or reach it, in every epoch. */
  private planLimits(send: Send): void {
    const climber = climberOf(this.world)
    const steps = (party: Party | undefined, first: number, later: readonly number[]): void => {
      if (!party) return
      const intent = { party: party.id, kind: 'transfers' as const }
      for (const each of repeat(first, intent)) send(0, each)
      for (const index of later) send(index, intent)
    }
    for (const party of this.world.byRole('sender')) steps(party, 16, [660, 1740, 2820])
    steps(nearOf(this.world), 16, [780, 2520])
    steps(watchOf(this.world), 12, [960, 2100, 3240])
    if (climber) {
      const intent: Intent = { party: climber.id, kind: 'transfers' }
      for (let count = 0; count < limits.transfers.max; count += 1) send(climb.from + count * climb.step, intent)
      for (let count = 0; count < climb.stubborn; count += 1) send(climb.over + count, intent)
    }
    for (const { id: party } of this.world.byRole('applicant'))
      for (const intent of repeat(limits.applyReferralCode.max, { party, kind: 'applyReferralCode' as const }))
        send(0, intent)
  }

  /** Three proposals are open at a time; every epoch the oldest gives way to a new one. */
  private proposals(epoch: number): string[] {
    return [epoch, epoch - 1, epoch - 2].map((number) => idOf(this.world.seed, 'proposal', number))
  }
}

/** Plans one transaction for a block of the epoch, counted from 0. */
type Send = (index: number, intent: Intent) => unknown

const repeat = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)
const other = (party: string): Intent => ({ party, kind: 'other' })

/** Extra zero bits by luck, each with a probability of one half. */
function luck(random: Random): number {
  let bits = 0
  while (bits < 12 && random.chance(0.5)) bits += 1
  return bits
}

export const headOf = (chain: Chain, height: number): Head => {
  const time = chain.timeOf(height)
  return { height, time, epoch: chain.epochAt(time) }
}

/** Blocks before an epoch after which nothing of the time before is left but the counters that the epoch restarts. */
const memory = powParameters.numberOfPastBlocks + 2 * (banLength / second)

/** Spam accounting after the block, from replaying its epoch and what bans and proofs of work keep of the one before. */
export function replaySpam(world: World, bots: Bots, height: number): SpamAccounting {
  const { chain } = world
  const parties = new Map(world.parties.map((party) => [party.id, party]))
  const first = chain.firstFrom(chain.epochStart(headOf(chain, height).epoch)) - memory
  const spam = new SpamAccounting((id) => stakeOf(parties.get(id)), headOf(chain, first - 1))
  for (let next = first; next <= height; next += 1) {
    const head = headOf(chain, next)
    spam.include(head, bots.transactions(spam, head))
  }
  return spam
}
