import type { SpamCounterName, SpamStatistics } from '../../../wire/spam-statistics.ts'
import { epochLength, type Micros, second, type Chain, rfc3339Nano } from '../chain/chain.ts'
import { mix } from '../random.ts'

/** Proof-of-work parameters of the demo network (wire.md 9.3): the increasing difficulty is switched on. */
export const powParameters = {
  difficulty: 15,
  txPerBlock: 2,
  numberOfPastBlocks: 100,
  increasingDifficulty: true,
  hashFunction: 'sha3_24_rounds' as const,
}

const largest = 18_446_744_073_709_551_615n

/** What `count` transactions on one block hash must have achieved together: each batch costs one bit more than the last. */
export function requiredDifficulty(count: number): number {
  const { difficulty, txPerBlock } = powParameters
  let sum = 0
  for (let index = 0; index < count; index += 1) sum += difficulty + Math.floor(index / txPerBlock)
  return sum
}

/** The difficulty of the next transaction as uint64 text; after a large surplus it wraps around, as in the network. */
export function expectedDifficulty(seen: number, achieved: number): string {
  const missing = requiredDifficulty(seen + 1) - achieved
  if (missing < 0) return String(largest + 1n + BigInt(missing))
  return String(Math.max(powParameters.difficulty, missing))
}

/** The zero bits that the next transaction needs; after a surplus the base difficulty. */
export function neededBits(seen: number, achieved: number): number {
  return Math.max(powParameters.difficulty, requiredDifficulty(seen + 1) - achieved)
}

export type Limited = SpamCounterName | 'votes'

/** What spam protection needs of a transaction. `other` has no limit but its proof of work. */
export interface Transaction {
  party: string
  kind: Limited | 'other'
  /** Of a vote. */
  proposal?: string
  /** The height whose block hash the proof of work used. */
  powHeight: number
  /** Leading zero bits that it achieved. */
  bits: number
}

export interface Head {
  height: number
  time: Micros
  epoch: number
}

/** A party's transactions on one block hash: how many, and the zero bits they achieved together. */
export interface Proof {
  seen: number
  achieved: number
}
export const unproved: Proof = { seen: 0, achieved: 0 }

const token = 10n ** 18n

/** The parameters of wire.md 9.2. Tokens are in the smallest unit of the staking asset. */
export const limits: Record<Limited, { max: number; minTokens: bigint }> = {
  proposals: { max: 3, minTokens: 100_000n * token },
  delegations: { max: 390, minTokens: token },
  transfers: { max: 20, minTokens: 0n },
  nodeAnnouncements: { max: 1, minTokens: 3_000n * token },
  votes: { max: 3, minTokens: 100n * token },
  issueSignatures: { max: 4, minTokens: 100n * token },
  createReferralSet: { max: 3, minTokens: 0n },
  updateReferralSet: { max: 3, minTokens: 0n },
  applyReferralCode: { max: 5, minTokens: 0n },
}

/** As networks before v0.74: 1/48 of an epoch, at least 30 s (wire.md 9.4). */
export const banLength = Math.max(epochLength / 48, 30 * second)

export class SpamAccount {
  /** Of the epoch; votes are kept as `votes/<proposal>`. */
  readonly counts = new Map<string, number>()
  readonly bans = new Map<Limited | 'pow', Micros>()
  readonly proofs = new Map<number, Proof>()
}

/** Spam protection in the memory of a core node: updated with every block, read by party. */
export class SpamAccounting {
  private readonly accounts = new Map<string, SpamAccount>()

  constructor(
    private readonly stakeOf: (party: string) => bigint,
    public head: Head,
  ) {}

  proofOf(party: string, powHeight: number): Proof {
    return this.accounts.get(party)?.proofs.get(powHeight) ?? unproved
  }

  /** Adds the next block. Counters restart with the first block of an epoch; bans and proofs remain. */
  include(head: Head, transactions: readonly Transaction[]): void {
    const newEpoch = head.epoch !== this.head.epoch
    this.head = head
    for (const account of this.accounts.values()) {
      if (newEpoch) account.counts.clear()
      for (const height of account.proofs.keys())
        if (height + powParameters.numberOfPastBlocks <= head.height) account.proofs.delete(height)
    }
    const outcomes = new Map<string, { party: string; kind: Limited; sent: number; rejected: number }>()
    for (const transaction of transactions) {
      const { party, kind } = transaction
      if (!this.prove(transaction) || kind === 'other' || this.banned(party, kind)) continue
      const outcome = outcomes.get(`${party}/${kind}`) ?? { party, kind, sent: 0, rejected: 0 }
      outcomes.set(`${party}/${kind}`, outcome)
      outcome.sent += 1
      if (!this.count(transaction, kind)) outcome.rejected += 1
    }
    for (const { party, kind, sent, rejected } of outcomes.values())
      if (rejected * 2 >= sent) this.account(party).bans.set(kind, head.time + banLength)
  }

  /** The account of a party; an empty one if it is unknown. */
  accountOf(party: string): Readonly<SpamAccount> {
    return this.accounts.get(party) ?? new SpamAccount()
  }

  private account(party: string): SpamAccount {
    const account = this.accounts.get(party) ?? new SpamAccount()
    this.accounts.set(party, account)
    return account
  }

  private banned(party: string, kind: Limited | 'pow'): boolean {
    return (this.accounts.get(party)?.bans.get(kind) ?? 0) > this.head.time
  }

  /** Checks and records the proof of work. Too little work on a used block hash bans; an old hash is only refused. */
  private prove({ party, powHeight, bits }: Transaction): boolean {
    const outside = powHeight > this.head.height || powHeight + powParameters.numberOfPastBlocks <= this.head.height
    if (outside || this.banned(party, 'pow')) return false
    const account = this.account(party)
    const { seen, achieved } = this.proofOf(party, powHeight)
    if (bits < neededBits(seen, achieved)) {
      account.bans.set('pow', this.head.time + banLength)
      return false
    }
    account.proofs.set(powHeight, { seen: seen + 1, achieved: achieved + bits })
    return true
  }

  private count({ party, proposal }: Transaction, kind: Limited): boolean {
    const name = kind === 'votes' ? `votes/${proposal ?? ''}` : kind
    const { counts } = this.account(party)
    const count = counts.get(name) ?? 0
    if (count >= limits[kind].max || this.stakeOf(party) < limits[kind].minTokens) return false
    counts.set(name, count + 1)
    return true
  }
}

/** The statistics of one party; all counts of an unknown party are zero (wire.md 9.5). */
export function reportSpam(chain: Chain, spam: SpamAccounting, party: string): SpamStatistics {
  const account = spam.accountOf(party)
  const ban = (kind: Limited | 'pow'): { bannedUntil?: string } => {
    const until = account.bans.get(kind)
    if (until === undefined || until <= spam.head.time) return {}
    // A core node's clock is finer than the database's: nine digits, as clients must expect.
    return { bannedUntil: rfc3339Nano(until, mix(chain.seed, until / second) % 1000) }
  }
  const counter = (kind: SpamCounterName) => ({
    ...ban(kind),
    countForEpoch: String(account.counts.get(kind) ?? 0),
    maxForEpoch: String(limits[kind].max),
    minTokensRequired: String(limits[kind].minTokens),
  })
  const votes = [...account.counts].filter(([kind]) => kind.startsWith('votes/'))
  return {
    proposals: counter('proposals'),
    delegations: counter('delegations'),
    transfers: counter('transfers'),
    nodeAnnouncements: counter('nodeAnnouncements'),
    votes: {
      ...ban('votes'),
      statistics: votes.map(([kind, count]) => ({
        proposal: kind.slice('votes/'.length),
        countForEpoch: String(count),
        minTokensRequired: String(limits.votes.minTokens),
      })),
      maxForEpoch: String(limits.votes.max),
    },
    pow: {
      ...ban('pow'),
      blockStates: blockStates(chain, account, spam.head.height),
      numberOfPastBlocks: String(powParameters.numberOfPastBlocks),
    },
    issueSignatures: counter('issueSignatures'),
    epochSeq: String(spam.head.epoch),
    createReferralSet: counter('createReferralSet'),
    updateReferralSet: counter('updateReferralSet'),
    applyReferralCode: counter('applyReferralCode'),
  }
}

/** Heights whose hash the party used, in the order of their hashes (the network promises none), and the newest. */
function blockStates(chain: Chain, account: Readonly<SpamAccount>, newest: number) {
  const { difficulty, txPerBlock, hashFunction, increasingDifficulty } = powParameters
  const state = (height: number, { seen, achieved }: Proof) => ({
    blockHeight: String(height),
    blockHash: chain.hashOf(height),
    transactionsSeen: String(seen),
    expectedDifficulty: expectedDifficulty(seen, achieved),
    hashFunction,
    difficulty: String(difficulty),
    txPerBlock: String(txPerBlock),
    increasingDifficulty,
  })
  const older = [...account.proofs].filter(([height]) => height !== newest)
  const used = older.map(([height, proof]) => state(height, proof))
  used.sort((one, other) => (one.blockHash < other.blockHash ? -1 : 1))
  return [...used, state(newest, account.proofs.get(newest) ?? unproved)]
}
