import type { SpamCounterName, SpamStatistics } from '../../../wire/spam-statistics.ts'
import { type Chain, rfc3339Nano, second } from '../chain/chain.ts'
import { expectedDifficulty, powParameters } from './pow.ts'
import { mix } from '../random.ts'
import { type Limited, limits, type Proof, type SpamAccount, type SpamAccounting, unproved } from './spam.ts'

/** interface.md 2.6 for one party; all counts of an unknown party are zero (wire.md 9.5). */
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
