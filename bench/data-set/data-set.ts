import { createHash } from 'node:crypto'

/** What the bench measures on: a made-up network, the same in every run. Sizes are rows. */
export interface DataSet {
  name: string
  /** One-minute candles of the first three markets, and of the fourth, of whose minutes three of ten have no trade. */
  candles: readonly [number, number, number, number]
  ledger: number
  /** Of so many entries one is the busy party's (2). */
  busyEvery?: number
  /** Margin modes of the first three markets. */
  marginModes: readonly [number, number, number]
}

export const wholeSet: DataSet = {
  name: 'whole',
  candles: [1_000_000, 100_000, 10_000, 10_000],
  ledger: 2_000_000,
  marginModes: [1_000_000, 10_000, 1000],
}
/** A twentieth, for a run of two minutes. */
export const quickSet: DataSet = {
  name: 'quick',
  candles: [50_000, 10_000, 2000, 2000],
  ledger: 100_000,
  marginModes: [50_000, 5000, 1000],
}
/** A million rows, a third of them of each long table, for the memory of a browser. */
export const millionSet: DataSet = {
  name: 'million',
  candles: [300_000, 30_000, 2000, 2000],
  ledger: 333_000,
  marginModes: [330_000, 3000, 0],
}
/** Little but a ledger of so many entries, all of the busy party but for the quiet one's. */
export const ledgerSet = (entries: number): DataSet => ({
  name: `ledger-${entries}`,
  candles: [2000, 1000, 1000, 1000],
  ledger: entries,
  busyEvery: 1,
  marginModes: [1000, 100, 10],
})

export const idOf = (name: string): string => createHash('sha256').update(`bench ${name}`).digest('hex')

export const markets: readonly string[] = Array.from({ length: 50 }, (_, index) => idOf(`market ${index}`))
export const asset = idOf('asset')
/** On every market, in every team, and in most entries of the ledger. */
export const busyParty = idOf('busy party')
/** In 200 entries of the ledger. */
export const quietParty = idOf('quiet party')
export const quietEntries = 200
export const network = '03'

/** Providers of the markets by number: twenty with a hundred each, one with few, one with many. */
export const providersOn = (market: number): number => (market < 20 ? 100 : ([10, 1000][market - 20] ?? 0))
export const marketOfProviders: Readonly<Record<10 | 100 | 1000, string>> = {
  10: markets[20] ?? '',
  100: markets[0] ?? '',
  1000: markets[21] ?? '',
}

export const teams: readonly string[] = Array.from({ length: 24 }, (_, index) => idOf(`team ${index}`))

/** The end of all data, Unix milliseconds. */
export const end = Date.UTC(2026, 0, 1)
export const minute = 60_000
export const day = 1440 * minute
export const entriesPerSecond = 5
/** When the ledger of so many entries begins, Unix milliseconds. */
export const firstEntry = (entries: number): number => end - day - Math.ceil(entries / entriesPerSecond) * 1000
