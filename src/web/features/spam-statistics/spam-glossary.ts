import type { Entry } from '../../ui/overlays/explain.tsx'
import type { GaugeName } from './gauges/gauge.ts'

const usual = (max: string, tokens: string): string =>
  `Networks of this kind start with ${max} per epoch and ${tokens}. The card shows what this node says now.`

/** Each limit: `counts` names the transactions it counts (wire.md 9.2). */
export const counterEntries: Readonly<Record<GaugeName, Omit<Entry, 'title'> & { counts: string }>> = {
  proposals: {
    counts: 'Counts proposals and batch proposals together',
    text: 'Single and batch proposals that a block took in since the epoch began. One more than the limit is refused. A proposal also needs staked tokens.',
    usual: usual('3', 'at least 100,000 staked tokens'),
  },
  votes: {
    counts: 'Counts votes, for each proposal on its own',
    text: 'Votes are limited for each proposal on its own. The card shows the proposal that is closest to the limit; all of them stand at the end of the page.',
    usual: usual('3 votes on each proposal', 'at least 100 staked tokens'),
  },
  delegations: {
    counts: 'Counts delegations and undelegations together',
    text: 'Delegating to a validator and taking it back both count.',
    usual: usual('390', 'at least 1 staked token'),
  },
  transfers: {
    counts: 'Counts transfers and their cancellations together',
    text: 'Transfers between accounts, and cancelling a recurring one, count together. No stake is needed.',
    usual: usual('20', 'no minimum'),
  },
  nodeAnnouncements: {
    counts: 'Counts node announcements',
    text: 'Announcing a validator node. The limit is fixed; the stake is that of a validator.',
    usual: usual('1', 'a minimum that the network sets'),
  },
  issueSignatures: {
    counts: 'Counts signature requests',
    text: 'Asking for the signatures that change the bridge’s list of signers.',
    usual: usual('4', 'at least 100 staked tokens'),
  },
  createReferralSet: {
    counts: 'Counts new referral sets',
    text: 'Creating a referral set, or a team with it.',
    usual: usual('3', 'no minimum'),
  },
  updateReferralSet: {
    counts: 'Counts updates of referral sets',
    text: 'Changing a referral set or its team.',
    usual: usual('3', 'no minimum'),
  },
  applyReferralCode: {
    counts: 'Counts referral-code applications',
    text: 'Applying a referral code: joining a set, or changing the team.',
    usual: usual('5', 'no minimum'),
  },
  pow: {
    counts: 'Counts transactions against recent block hashes',
    text: 'Every transaction carries a proof on the hash of a recent block. Each hash takes so many transactions at base difficulty; the card counts these places over the whole window of past blocks. Orders and cancels are limited by this alone.',
    usual: 'Networks of this kind start with 2 transactions on each hash, a window of 100 blocks and 15 bits.',
  },
}

export const wordEntries = {
  states: {
    title: 'States',
    text: 'OK, then Watch and Near as a counter fills (60 % and 80 % unless you set others), At limit when no more is taken, Banned while the node says so. Not allowed: the limit is 0. No limit: the node counts but does not stop. Unknown: it does not say. No record: nothing is counted and the node does not know the key.',
  },
  epoch: {
    title: 'Epoch',
    text: 'The network counts by epochs. All counters reset to zero when an epoch ends.',
  },
  ban: {
    title: 'Ban',
    text: 'Older networks ban a party for a while when too many of its transactions are refused. Networks since release 0.74 ban nobody: they refuse or leave out single transactions. The end is counted by the node’s clock, not by yours; then the page confirms with the node that the party is free.',
    usual: 'A ban usually lasts 1/48 of an epoch, and at least 30 seconds.',
  },
  minimum: {
    title: 'Required stake',
    text: 'The stake that a party needs for this kind of transaction, as associated governance tokens. Less is refused, whatever the count.',
  },
  burnRate: {
    title: 'Burn rate',
    text: 'How fast a counter grew over the last hour of this epoch, from the readings of this browser and those that the node kept, if it keeps any. It needs two rises: a single jump is shown with its time and has no rate. It is an estimate: the party may stop or hurry at any time.',
  },
  window: {
    title: 'Window',
    text: 'A transaction may use the hash of a recent block. When so many newer blocks exist the hash is too old and is refused.',
    usual: 'Usually 100 blocks.',
  },
  difficulty: {
    title: 'Base and next difficulty',
    text: 'Difficulty is the number of zero bits that a proof must begin with. Base is asked for the first transactions on a hash, next for the one that follows. One more bit doubles the work. A proof better than asked counts for the next ones.',
    usual: 'Usually 15 bits.',
  },
  cost: {
    title: 'Cost',
    text: 'How many times the work of base difficulty the next transaction on this hash takes: ×4 is two bits more, four times the attempts on average.',
  },
  leftAtBase: {
    title: 'Left at base',
    text: 'Transactions that a hash still takes at base difficulty. Costlier: it takes more, for more work. By credit: earlier proofs were better than asked and pay for the next one.',
  },
  closed: {
    title: 'Closed',
    text: 'The hash takes no more transactions of this party. Use another block’s hash or wait for a new block.',
  },
} as const satisfies Record<string, Entry>
