import { parseCandleId } from '../../../wire/candles.ts'
import { foldId, isId, pastedId, shortId } from '../../format/id.ts'
import { pathTo } from '../../format/path.ts'

/** Where a text in the search field can lead. */
export interface Destination {
  kind: 'party' | 'market' | 'candle'
  /** What it is: a nickname, a market's code, a short id. */
  label: string
  /** What opens: "Everything about this party". */
  detail: string
  id: string
  href: string
}

export interface Findable {
  /** Markets by id as far as the node lists them. */
  markets: ReadonlyMap<string, { code: string; name: string }>
  nicknames: Readonly<Record<string, string>>
}

const most = 6
/** The one id in what was pasted, be it an address, a log line or the id itself. */
const idIn = (text: string): string | undefined => pastedId(text) ?? (isId(text) ? text : undefined)

const party = (id: string, { nicknames }: Findable): Destination => ({
  kind: 'party',
  label: nicknames[id] ?? shortId(id),
  detail: 'Everything about this party',
  id,
  href: pathTo`/parties/${id}`,
})

const market = (id: string, { markets }: Findable): Destination => ({
  kind: 'market',
  label: markets.get(id)?.code ?? shortId(id),
  detail: 'Candles of this market',
  id,
  href: pathTo`/markets/${id}/candles`,
})

function ofId(id: string, world: Findable): Destination[] {
  const providers: Destination = {
    ...market(id, world),
    detail: 'Liquidity providers of this market',
    href: pathTo`/liquidity-providers?marketId=${id}`,
  }
  const modes: Destination = {
    ...market(id, world),
    detail: 'Margin modes in this market',
    href: pathTo`/margin-modes?marketId=${id}`,
  }
  const spam: Destination = {
    ...party(id, world),
    detail: 'Spam limits of this party',
    href: pathTo`/spam/${id}`,
  }
  if (world.markets.has(id)) return [market(id, world), providers, modes]
  // Ids of parties and markets look alike: without a list of markets only the reader knows.
  return [party(id, world), spam, market(id, world), providers]
}

/**
 * Where a text can lead, the likeliest first; nothing for empty text. A candle id is the most precise, then an id that
 * the node lists as a market, then any id as a party; other text matches nicknames and market codes.
 */
export function destinations(text: string, world: Findable): Destination[] {
  const query = foldId(text.trim())
  if (query === '') return []
  const candle = parseCandleId(query)
  if (candle) {
    const name = world.markets.get(candle.marketId)?.code ?? shortId(candle.marketId)
    return [
      {
        kind: 'candle',
        label: `${name}, ${candle.interval}`,
        detail: 'These candles',
        id: query,
        href: pathTo`/candles/${query}`,
      },
    ]
  }
  const id = idIn(query)
  if (id !== undefined) return ofId(id, world)
  const words = query.toLowerCase()
  const parties = Object.entries(world.nicknames).filter(
    ([id, name]) => name.toLowerCase().includes(words) || (words.length >= 4 && id.startsWith(words)),
  )
  const markets = [...world.markets].filter(
    ([id, { code, name }]) =>
      `${code} ${name}`.toLowerCase().includes(words) || (words.length >= 4 && id.startsWith(words)),
  )
  const found = [...parties.map(([id]) => party(id, world)), ...markets.map(([id]) => market(id, world))]
  const starts = ({ label }: Destination): number => (label.toLowerCase().startsWith(words) ? 0 : 1)
  return found.toSorted((a, b) => starts(a) - starts(b)).slice(0, most)
}
