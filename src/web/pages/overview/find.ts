import { linkTo } from '../../router/link-to.ts'
import { numbered } from '../../entities/search/numbered.ts'
import { type Known, resolveSearch, type SearchMatch } from '../../entities/search/resolve-search.ts'
import type { ComboboxOption } from '../../ui/inputs/use-combobox.ts'

export interface Destination extends ComboboxOption {
  kind: SearchMatch['kind'] | 'epoch' | 'block'
  /** The page: "Everything about this party". */
  detail: string
  href: string
}

const maxMatches = 6

const pathsOf: Readonly<Record<string, (match: SearchMatch) => readonly [detail: string, href: string][]>> = {
  candle: ({ id }) => [['These candles', linkTo('/candles/$candleId', { candleId: id })]],
  party: ({ id }) => [
    ['Everything about this party', linkTo('/parties/$partyId', { partyId: id })],
    ['Spam limits of this party', linkTo('/spam/$partyId', { partyId: id })],
  ],
  market: ({ id, known }) => [
    ['Everything about this market', linkTo('/markets/$marketId', { marketId: id })],
    ['Candles of this market', linkTo('/markets/$marketId/candles', { marketId: id })],
    ['Liquidity providers of this market', linkTo('/liquidity-providers', { marketId: id })],
    ...(known ? [['Margin modes in this market', linkTo('/margin-modes', { marketId: id })] as [string, string]] : []),
  ],
  asset: ({ id, known }) => [[known ? 'This asset' : 'As an asset', linkTo('/assets/$assetId', { assetId: id })]],
  team: ({ id }) => [['Known joins, if this is a team', linkTo('/teams/$teamId', { teamId: id })]],
}

const numberIcons = { epoch: 'clock', block: 'info' } as const

const numbers = (text: string): Destination[] =>
  numbered(text).map(({ kind, label, href }) => ({
    key: href,
    kind,
    label,
    detail: kind === 'epoch' ? 'Its times, team joins and margin modes' : 'The epoch it belongs to',
    href,
    icon: numberIcons[kind],
  }))

const iconOf = { market: 'market', candle: 'candles', asset: 'info', team: 'team' } as const

const destinationsOf = (match: SearchMatch): Destination[] =>
  (pathsOf[match.kind]?.(match) ?? []).map(([detail, href]) => ({
    key: href,
    kind: match.kind,
    label: match.label,
    detail,
    href,
    ...(match.kind === 'party' ? { mark: match.id } : { icon: iconOf[match.kind] }),
  }))

/** Where a text can lead, the likeliest first: an id to several pages, words to the first page of each match. */
export function destinations(text: string, known: Known): Destination[] {
  if (text.trim() === '') return []
  const matches = resolveSearch(text, known)
  const [first] = matches
  if (!first?.exact) {
    return [...numbers(text), ...matches.slice(0, maxMatches).flatMap((match) => destinationsOf(match).slice(0, 1))]
  }
  // An id that the node lists as a market is one; of any other only the reader knows what it is.
  return (first.kind === 'party' ? matches : [first]).flatMap(destinationsOf)
}
