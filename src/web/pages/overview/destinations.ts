import type { PageName } from '../../../wire/pages.ts'
import { destinationsOf, numbered } from '../../entities/search/destinations.ts'
import { type KnownEntities, resolveSearch, type SearchMatch } from '../../entities/search/resolve-search.ts'
import { wallOptions } from '../../features/spam-statistics/index.ts'
import { pastedIds } from '../../format/id.ts'
import type { ComboboxOption } from '../../ui/inputs/use-combobox.ts'

interface Option extends ComboboxOption {
  kind: SearchMatch['kind'] | 'epoch' | 'block'
  /** The page: "Everything about this party". */
  detail: string
  href: string
}

const maxMatches = 6

/** What the pages are about an entity; those without words are left out. */
const wordsOf: Readonly<Record<SearchMatch['kind'], Partial<Record<PageName, string>>>> = {
  candle: { candles: 'These candles' },
  party: { party: 'Everything about this party', spam: 'Spam limits of this party' },
  market: {
    market: 'Everything about this market',
    candles: 'Candles of this market',
    liquidity: 'Liquidity providers of this market',
    marginModes: 'Margin modes in this market',
  },
  asset: { asset: 'This asset' },
  team: { team: 'As a team' },
}

const numbers = (text: string): Option[] =>
  numbered(text).map((number) => ({
    ...number,
    key: number.href,
    detail: number.kind === 'epoch' ? 'Its times, team joins and margin modes' : 'The epoch it belongs to',
  }))

const options = (match: SearchMatch): Option[] =>
  destinationsOf(match).flatMap(({ page, icon, href }) => {
    const { kind, id, label, known } = match
    const detail = kind === 'asset' && !known ? 'As an asset' : wordsOf[kind][page]
    if (detail === undefined || (page === 'marginModes' && !known)) return []
    return [{ key: href, kind, label, detail, href, ...(kind === 'party' ? { mark: id } : { icon }) }]
  })

/** Where a text can lead, the likeliest first: an id to several pages, words to the first page of each match. */
export function destinations(text: string, known: KnownEntities): Option[] {
  if (text.trim() === '') return []
  const matches = resolveSearch(text, known)
  const [first] = matches
  if (!first?.exact) {
    const isSeveral = pastedIds(text).length > 1
    const parties = matches.flatMap(({ kind, id }) => (isSeveral && kind === 'party' ? [id] : []))
    return [
      ...wallOptions(parties).map((option) => ({
        ...option,
        kind: 'party' as const,
        detail: 'Together in a watch room',
      })),
      ...numbers(text),
      ...(isSeveral ? matches : matches.slice(0, maxMatches)).flatMap((match) => options(match).slice(0, 1)),
    ]
  }
  // What is listed or named is what it is; of any other id only the reader knows what it is.
  return (first.detail === '' ? matches : [first]).flatMap(options)
}
