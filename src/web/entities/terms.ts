import type { Entry } from '../ui/overlays/explain.tsx'

/** Terms of the field, in plain language: the only place that defines them. */
export const terms = {
  epoch: {
    title: 'Epoch',
    text: 'The network\u2019s unit of time for limits, rewards and liquidity obligations. All spam counters reset to zero when an epoch ends.',
  },
  cross: {
    title: 'Cross margin',
    text: 'Positions draw on the whole general account, so all free funds of the asset are at risk.',
  },
  isolated: {
    title: 'Isolated margin',
    text: 'Margin is set aside for one market when trading, is never topped up, and the position is closed out at the maintenance level.',
  },
  factor: {
    title: 'Margin factor',
    text: 'In isolated mode, the share of a position\u2019s notional value that is set aside as margin. Leverage is 1 divided by it: a factor of 0.1 is 10x.',
  },
  leverage: {
    title: 'Leverage',
    text: 'How many times the margin a position is worth: 1 divided by the margin factor. Only isolated positions have one.',
  },
  notional: {
    title: 'Notional',
    text: 'Price times size, added up over the trades of a candle: how much money changed hands, in the quote asset.',
  },
  vwap: {
    title: 'VWAP',
    text: 'Volume-weighted average price: notional divided by volume. The line starts at the beginning of the range or at a candle of your choice; candle VWAP is that of one candle.',
  },
  candleId: {
    title: 'Candle id',
    text: 'Names one market and one interval for the API, such as trades_candle_1_hour_ followed by the market\u2019s id.',
  },
  raw: {
    title: 'Raw',
    text: 'A number as the node sends it, without its decimal point. Shown when the node does not report the decimals.',
  },
  network: {
    title: 'The party \u201cnetwork\u201d',
    text: 'Not a key: the network itself. It holds fees, rewards and insurance, and closes out positions, so it appears in ledgers beside real parties.',
  },
  referee: {
    title: 'Referee',
    text: 'A party that joined a team or referral set by applying its code.',
  },
  membership: {
    title: 'Membership',
    text: 'The time from one join to the next. The network records joins only, so the current membership has no end.',
  },
  requirement: {
    title: 'Requirement now',
    text: 'Met when a provider\u2019s buys and sells each offer at least 100 % of the required liquidity; otherwise the short side is named.',
  },
  sla: {
    title: 'SLA',
    text: 'The service level of a liquidity provider: the share of an epoch it must spend meeting its requirement. Below the market\u2019s minimum it loses fees and part of its bond. Missing time = minimum \u00d7 epoch \u2212 time on book so far; if that exceeds the rest of the epoch, it can\u2019t pass.',
  },
  timeOnBook: {
    title: 'Time on book',
    text: 'The share of the epoch so far in which a provider met its requirement on both sides. As reported: it can slightly exceed 100 %, and is then marked; the tick is the market\u2019s minimum.',
  },
  equityLikeShare: {
    title: 'Equity-like share',
    text: 'A provider\u2019s share of a market, by how much stake it has committed and when: early stake in a market that has grown counts for more. All providers add up to 1.',
  },
  score: {
    title: 'Liquidity score',
    text: 'How close to the price a provider\u2019s orders were, averaged over the fee period. Fees are shared by equity-like share times score.',
  },
  feeWeight: {
    title: 'Expected fees',
    text: 'Equity-like share times liquidity score, divided by the sum of this over all providers of the market. An estimate, before penalties. Providers are ranked by it; equal ones share a rank.',
  },
  competition: {
    title: 'Competition factor',
    text: 'How much of its fees a provider loses for meeting its requirement for only part of the epoch, compared with always meeting it. Set for each market.',
  },
  penaltyHistory: {
    title: 'Fee penalty history',
    text: 'Fee penalties of past epochs that still count towards the next one, and their mean. The market sets how many epochs.',
  },
  offered: {
    title: 'Offered against required',
    text: 'The notional volume of each side divided by the required liquidity. The line marks 100 %; the bar ends at 160 %.',
  },
  equalProviders: {
    title: 'Equal providers',
    text: '1 divided by the sum of the squared shares of expected fees: so many providers of one size would be as concentrated.',
  },
  states: {
    title: 'States',
    text: 'OK, then Watch and Near as a counter fills (60 % and 80 %, or as set in Settings), At limit when it is full, Banned until the time shown. Not allowed: the limit is 0. No limit: the node counts but refuses nothing. Unknown: not reported. No record: nothing is counted and the node does not know the key.',
  },
  ban: {
    title: 'Ban',
    text: 'Older networks ban a party for a while when too many of its transactions are refused. Networks since release 0.74 ban nobody: they refuse single transactions. The countdown follows the node\u2019s clock, then Lyra checks with the node that the ban has ended.',
    usual: 'A ban usually lasts 1/48 of an epoch, and at least 30 seconds.',
  },
  minimum: {
    title: 'Required stake',
    text: 'The stake a party needs for this kind of transaction, as associated governance tokens. With less, every such transaction is refused.',
  },
  burnRate: {
    title: 'Burn rate',
    text: 'How fast a counter grew over the last hour of this epoch, from the readings of this browser and those the node kept, if any. It needs two increases: a single jump has a time but no rate. An estimate: the party may stop or speed up at any time.',
  },
  proofOfWork: {
    title: 'Proof of work',
    text: 'Computation attached to every transaction so that spam is costly. It is tied to the hash of a recent block, and each hash accepts only so many transactions.',
  },
  window: {
    title: 'Window',
    text: 'A transaction may use the hash of a recent block. After this many newer blocks the hash is too old and is refused.',
    usual: 'Usually 100 blocks.',
  },
  difficulty: {
    title: 'Base and next difficulty',
    text: 'The number of zero bits a proof of work must begin with. Base applies to the first transactions on a block hash, next to the following one. One more bit doubles the work. A proof better than required counts towards the next ones.',
    usual: 'Usually 15 bits.',
  },
  cost: {
    title: 'Cost',
    text: 'Work for the next transaction on this hash compared with base difficulty: \u00d74 is two bits more, four times the attempts on average.',
  },
  leftAtBase: {
    title: 'Left at base',
    text: 'Transactions a hash still accepts at base difficulty. At \u00d72: it accepts more, for twice the work. Credit: earlier proofs exceeded the requirement and pay for the next one.',
  },
  closed: {
    title: 'Closed',
    text: 'The hash accepts no more transactions of this party. Use another block\u2019s hash or wait for a new block.',
  },
  serviceAlerts: {
    title: 'Alerts without a browser',
    text: 'The alerts of this page reach you only while Lyra is open. Whoever runs the service can start it with --watch and the parties, and with --notify and a webhook: it posts each worsening and each recovery of limits and of SLAs once, and when they cannot be read, also while no page is open, to Slack, Discord, Telegram, ntfy, Alertmanager or a program of your own. With --metrics, the rules in deploy/prometheus tell Alertmanager the same, and when readings fail.',
  },
} as const satisfies Record<string, Entry>

export type TermName = keyof typeof terms
