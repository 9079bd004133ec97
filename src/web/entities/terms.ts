import type { Entry } from '../ui/overlays/explain.tsx'

/** Terms of the field that a newcomer meets on the pages, in plain language. */
export const terms = {
  epoch: {
    title: 'Epoch',
    text: 'The network\u2019s unit of time for limits, rewards and liquidity obligations. All spam counters reset to zero when an epoch ends.',
  },
  factor: {
    title: 'Margin factor',
    text: 'In isolated mode, the share of a position\u2019s notional value that is set aside as margin. Leverage is 1 divided by it: a factor of 0.1 is 10x.',
  },
  notional: {
    title: 'Notional',
    text: 'Price times size, added up over the trades of a candle: how much money changed hands, in the quote asset.',
  },
  candleId: {
    title: 'Candle id',
    text: 'Names one market and one interval for the interface, such as trades_candle_1_hour_ followed by the market\u2019s id.',
  },
  network: {
    title: 'The party \u201cnetwork\u201d',
    text: 'Not a key: the network itself. It holds fees, rewards and insurance, and closes out positions, so it appears in ledgers beside real parties.',
  },
  equityLikeShare: {
    title: 'Equity-like share',
    text: 'A provider\u2019s part of a market by the stake it has committed and by when it did: earlier stake in a market that has grown counts for more. All providers add up to 1.',
  },
  score: {
    title: 'Liquidity score',
    text: 'How close to the price a provider\u2019s orders were, averaged over the fee period. Fees are shared by equity-like share times score.',
  },
  competition: {
    title: 'Competition factor',
    text: 'How much of its fees a provider loses for meeting its requirement for only part of the epoch, compared with always meeting it. Set for each market.',
  },
  difficulty: {
    title: 'Base and next difficulty',
    text: 'Every transaction carries a proof of work: a number of zero bits. Base is what the first transactions on a block hash need, next is what the following one needs. One more bit doubles the work.',
  },
} as const satisfies Record<string, Entry>
