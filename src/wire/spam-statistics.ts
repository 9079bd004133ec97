import * as v from 'valibot'
import { operation } from './protocol/operation.ts'
import { EnumName, NumberText, TextParameter, Uint64 } from './scalar.ts'

/** A number is no time that can be read, but no reason to show nothing at all: it is kept as its text. */
const BannedUntil = v.nullish(NumberText)

/** A counter of interface.md 2.6: transactions of one type in the epoch. `minTokensRequired` is in the smallest unit. */
export const SpamCounter = v.object({
  bannedUntil: BannedUntil,
  countForEpoch: Uint64,
  maxForEpoch: Uint64,
  minTokensRequired: NumberText,
})
export type SpamCounter = v.InferOutput<typeof SpamCounter>

export const VoteSpamStatistic = v.object({
  proposal: v.string(),
  countForEpoch: Uint64,
  minTokensRequired: NumberText,
})

/** Votes are limited per proposal. */
export const VoteSpamStatistics = v.object({
  bannedUntil: BannedUntil,
  maxForEpoch: Uint64,
  statistics: v.array(VoteSpamStatistic),
})
export type VoteSpamStatistics = v.InferOutput<typeof VoteSpamStatistics>

/** One block hash that the party has used, or the newest block. `expectedDifficulty` is absent when it is used up. */
export const PowBlockState = v.object({
  blockHeight: Uint64,
  blockHash: v.string(),
  transactionsSeen: Uint64,
  expectedDifficulty: v.nullish(Uint64),
  hashFunction: EnumName,
  difficulty: Uint64,
  txPerBlock: Uint64,
  increasingDifficulty: v.boolean(),
})
export type PowBlockState = v.InferOutput<typeof PowBlockState>

export const PowStatistics = v.object({
  bannedUntil: BannedUntil,
  numberOfPastBlocks: Uint64,
  blockStates: v.array(PowBlockState),
})
export type PowStatistics = v.InferOutput<typeof PowStatistics>

/** The eight counters in the order of the interface, without votes and proof of work. */
export const spamCounters = [
  'applyReferralCode',
  'createReferralSet',
  'updateReferralSet',
  'delegations',
  'issueSignatures',
  'nodeAnnouncements',
  'proposals',
  'transfers',
] as const
export type SpamCounterName = (typeof spamCounters)[number]

/** interface.md 2.6. Members may be null or missing on unusual nodes; that is "unknown", never zero. */
export const SpamStatistics = v.object({
  epochSeq: Uint64,
  ...v.entriesFromList(spamCounters, v.nullish(SpamCounter)),
  votes: v.nullish(VoteSpamStatistics),
  pow: v.nullish(PowStatistics),
})
export type SpamStatistics = v.InferOutput<typeof SpamStatistics>

/** interface.md 4.7. No query parameters; served without the /api/v2 prefix. */
export const getSpamStatistics = operation({
  name: 'getSpamStatistics',
  summary: 'Get the spam statistics of a party',
  path: '/statistics/spam/:partyId',
  params: v.object({ partyId: TextParameter }),
  required: ['partyId'],
  reply: v.object({ chainId: v.string(), statistics: SpamStatistics }),
})

export const descriptions = {
  getSpamStatistics:
    'How much of each spam limit the party has used in the current epoch, its votes per proposal and its proof-of-work standing per block. Answered by a core node; without one: 503.',
  'getSpamStatistics partyId': 'The party whose statistics are asked for.',
}
