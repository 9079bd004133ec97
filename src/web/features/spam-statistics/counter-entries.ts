import type { Entry } from '../../ui/overlays/explain.tsx'
import type { GaugeName } from '../../../wire/spam/spam-gauges.ts'

const usual = (max: string, tokens: string): string =>
  `Networks like this one start with ${max} per epoch and ${tokens}. The card shows the values of this node.`

/** Each limit: `counts` names the transactions it counts (wire.md 9.2). */
export const counterEntries: Readonly<Record<GaugeName, Omit<Entry, 'title'> & { counts: string }>> = {
  proposals: {
    counts: 'Counts proposals and batch proposals together',
    text: 'Single and batch proposals included in a block since the epoch began. Any above the limit is refused. A proposal also needs staked tokens.',
    usual: usual('3', 'at least 100,000 staked tokens'),
  },
  votes: {
    counts: 'Counts votes on each proposal separately',
    text: 'Votes are limited on each proposal separately. The card shows the proposal closest to the limit; all are listed at the end of the page.',
    usual: usual('3 votes on each proposal', 'at least 100 staked tokens'),
  },
  delegations: {
    counts: 'Counts delegations and undelegations together',
    text: 'Delegating to a validator and undelegating both count.',
    usual: usual('390', 'at least 1 staked token'),
  },
  transfers: {
    counts: 'Counts transfers and their cancellations together',
    text: 'Transfers between accounts and cancelling a recurring one count together. No stake is needed.',
    usual: usual('20', 'no minimum'),
  },
  nodeAnnouncements: {
    counts: 'Counts node announcements',
    text: 'Announcing a validator node. The limit is fixed, and the required stake is that of a validator.',
    usual: usual('1', 'a minimum that the network sets'),
  },
  issueSignatures: {
    counts: 'Counts signature requests',
    text: 'Requesting the signatures that change the bridge’s list of signers.',
    usual: usual('4', 'at least 100 staked tokens'),
  },
  createReferralSet: {
    counts: 'Counts new referral sets',
    text: 'Creating a referral set, or a team with it.',
    usual: usual('3', 'no minimum'),
  },
  updateReferralSet: {
    counts: 'Counts updates of referral sets',
    text: 'Updating a referral set or its team.',
    usual: usual('3', 'no minimum'),
  },
  applyReferralCode: {
    counts: 'Counts referral-code applications',
    text: 'Applying a referral code, to join a set or to change team.',
    usual: usual('5', 'no minimum'),
  },
  pow: {
    counts: 'Counts transactions against recent block hashes',
    text: 'Every transaction carries a proof tied to the hash of a recent block. Each hash accepts a set number of transactions at base difficulty; the card adds these up over the window of past blocks. Orders and cancels are limited by this alone.',
    usual: 'Networks like this one start with 2 transactions per hash, a window of 100 blocks and 15 bits.',
  },
}
