import * as v from 'valibot'
import { operation } from './protocol/operation.ts'
import { NumberText, openEnum, TextParameter, Uint64 } from './scalar.ts'

/** A number is no time that can be read, but no reason to show nothing at all: it is kept as its text. */
const BannedUntil = v.nullish(NumberText)

/** A counter: transactions of one type in the epoch. `minTokensRequired` is in the smallest unit. */
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

export const PowHashFunction = openEnum(['sha3_24_rounds'])

/** One block hash that the party has used, or the newest block. `expectedDifficulty` is absent when it is used up. */
export const PowBlockState = v.object({
  blockHeight: Uint64,
  blockHash: v.string(),
  transactionsSeen: Uint64,
  expectedDifficulty: v.nullish(Uint64),
  hashFunction: PowHashFunction,
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

/** Members may be null or missing on unusual nodes; that is "unknown", never zero. */
export const SpamStatistics = v.object({
  epochSeq: Uint64,
  ...v.entriesFromList(spamCounters, v.nullish(SpamCounter)),
  votes: v.nullish(VoteSpamStatistics),
  pow: v.nullish(PowStatistics),
})
export type SpamStatistics = v.InferOutput<typeof SpamStatistics>

/** No query parameters; served without the /api/v2 prefix. */
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
  SpamStatistics: "A party's use of the spam limits in the running epoch.",
  'SpamStatistics epochSeq': 'Number of the epoch to which the counts apply.',
  'SpamStatistics applyReferralCode': 'Transactions that apply a referral code.',
  'SpamStatistics createReferralSet': 'Transactions that create a referral set.',
  'SpamStatistics updateReferralSet': 'Transactions that change a referral set.',
  'SpamStatistics delegations': 'Transactions that delegate or undelegate.',
  'SpamStatistics issueSignatures': 'Transactions that issue multisig signatures.',
  'SpamStatistics nodeAnnouncements': 'Transactions that announce a node.',
  'SpamStatistics proposals': 'Proposals and batch proposals.',
  'SpamStatistics transfers': 'Transfers and their cancellations.',
  'SpamStatistics votes': 'Votes, which are limited per proposal.',
  'SpamStatistics pow': 'Proof of work, which is counted per block hash.',
  SpamCounter: 'Transactions of one type in the epoch.',
  'SpamCounter bannedUntil': 'End of a ban, RFC3339; absent, null or empty without one.',
  'SpamCounter countForEpoch': 'Transactions in the epoch so far.',
  'SpamCounter maxForEpoch': 'Transactions allowed in the epoch; 18446744073709551615 means no limit.',
  'SpamCounter minTokensRequired': 'Stake that a transaction needs, in the smallest unit of the staking asset.',
  VoteSpamStatistic: 'Votes on one proposal.',
  'VoteSpamStatistic proposal': 'Id of the proposal.',
  'VoteSpamStatistic countForEpoch': 'Votes on it in the epoch so far.',
  'VoteSpamStatistic minTokensRequired': 'Stake that a vote on it needs, in the smallest unit of the staking asset.',
  VoteSpamStatistics: 'Votes of the party in the epoch.',
  'VoteSpamStatistics bannedUntil': 'End of a ban, RFC3339; absent, null or empty without one.',
  'VoteSpamStatistics maxForEpoch': 'Votes allowed on each proposal in the epoch.',
  'VoteSpamStatistics statistics': 'The proposals that were voted on, in no order.',
  PowHashFunction: 'How the proof of work is hashed.',
  PowBlockState: 'Standing of a block hash that the party has used, or of the newest block.',
  'PowBlockState blockHeight': 'Height of the block whose hash is used.',
  'PowBlockState blockHash': 'Its hash, 64 hex characters.',
  'PowBlockState transactionsSeen': 'Transactions of the party that used it.',
  'PowBlockState expectedDifficulty':
    'Leading zero bits that the next transaction on it needs; absent when no more is possible. Above 256 the base difficulty is enough.',
  'PowBlockState hashFunction': 'How the proof is hashed.',
  'PowBlockState difficulty': 'Base difficulty at this block, leading zero bits.',
  'PowBlockState txPerBlock': 'Transactions that one hash allows at the base difficulty.',
  'PowBlockState increasingDifficulty': 'Whether more are allowed at a higher difficulty.',
  PowStatistics: "Proof of work of the party's transactions.",
  'PowStatistics bannedUntil': 'End of a ban, RFC3339; absent, null or empty without one.',
  'PowStatistics numberOfPastBlocks': 'Number of past blocks whose hashes may be used.',
  'PowStatistics blockStates': 'The block hashes that were used and the newest one, in no order.',
}
