/** Ids of the sample network: 64 hex characters that are easy to distinguish. */
const repeat = (pair: string): string => pair.repeat(32)

export const market = {
  /** Perpetual, trading. */
  btc: repeat('a1'),
  /** Future, settled; `aur` succeeds it. */
  doge: repeat('a2'),
  /** Future, trading, with a data source on another chain. */
  aur: repeat('a3'),
  /** Spot, trading. */
  sen: repeat('a4'),
  /** Pending, without any trade. */
  ice: repeat('a5'),
  rejected: repeat('a6'),
} as const

export const asset = { usd: repeat('d1'), vega: repeat('d2'), points: repeat('d3') } as const

export const party = {
  anna: repeat('c1'),
  boris: repeat('c2'),
  carol: repeat('c3'),
  dora: repeat('c4'),
  /** Touches nothing. */
  emil: repeat('c5'),
} as const

export const team = { red: repeat('01'), blue: repeat('02'), green: repeat('03') } as const

export const unknown = repeat('ab')
