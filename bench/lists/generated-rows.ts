import { marketRecord } from '../shared/market-record.ts'

/** What the generated node knows: the same 100,000 margin modes in every run, and a few rows of the other lists. */
export const rowsInAll = 100_000

/** Numbers that look random and are the same in every run (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = generator(77)
const hex = (): string =>
  Array.from({ length: 8 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
const marketIds = Array.from({ length: 40 }, hex)

/** A margin mode as the network writes one: cross without a factor, isolated with one (interface.md 2.2). */
function marginMode(index: number): object {
  const isolated = random() < 0.4
  return {
    marketId: marketIds[Math.floor((index * marketIds.length) / rowsInAll)],
    partyId: hex(),
    marginMode: isolated ? 'MARGIN_MODE_ISOLATED_MARGIN' : 'MARGIN_MODE_CROSS_MARGIN',
    ...(isolated && {
      marginFactor: (2 / Math.ceil(random() * 200)).toFixed(16), // people choose a leverage: half steps up to 100
      minTheoreticalMarginFactor: (0.001 + random() * 0.05).toFixed(18),
      maxTheoreticalLeverage: (10 + random() * 90).toFixed(16),
    }),
    atEpoch: String(1000 + Math.floor(random() * 900)),
  }
}

const listOf = (nodes: readonly object[], from = 0, more = false): object => ({
  edges: nodes.map((node, index) => ({ node, cursor: `cursor-${from + index}` })),
  pageInfo: {
    hasNextPage: more,
    hasPreviousPage: from > 0,
    startCursor: nodes.length === 0 ? '' : `cursor-${from}`,
    endCursor: nodes.length === 0 ? '' : `cursor-${from + nodes.length - 1}`,
  },
})

const rows = Array.from({ length: rowsInAll }, (_, index) => marginMode(index))

/** One page of margin modes. */
export const pageFrom = (from: number, size: number): object => ({
  partyMarginModes: listOf(rows.slice(from, from + size), from, from + size < rowsInAll),
})

const market = (id: string, index: number): object => marketRecord(id, `M${index}USDT.PERP`, `Market ${index}`)

/** Answers to everything but margin modes without a filter; a party's margin modes are an empty list. */
export const smallAnswers: readonly [path: RegExp, body: object][] = [
  [/^\/api\/v2\/margin-modes\?.*partyId=/, { partyMarginModes: listOf([]) }],
  [/^\/api\/v2\/markets\?/, { markets: listOf(marketIds.map(market)) }],
]
export const someParty = hex()
