import { candleIdOf, parseCandleId } from '../../../wire/candles.ts'
import type { Preferences } from '../../preferences/preferences.ts'
import { foldId, isId, pastedId, shortId } from '../../format/id.ts'

export type EntityKind = 'party' | 'market' | 'asset'

/** What this browser and the node in use know, as far as a search is to look. */
export interface Known {
  /** Parties without a nickname that the reader has seen or watches, the likeliest first. */
  parties?: readonly string[]
  nicknames?: Readonly<Record<string, string>>
  /** Markets by id as far as the node lists them. */
  markets?: ReadonlyMap<string, { code: string; name: string }>
  assets?: ReadonlyMap<string, { symbol: string; name: string }>
}

/** Something that a typed or pasted text may mean. */
export interface SearchMatch {
  kind: EntityKind | 'candle'
  id: string
  /** A nickname, a market's code, an asset's symbol, an interval; else the short id. */
  label: string
  /** What tells it from others of that label; empty when nothing does. */
  detail: string
  /** The text is this very id. */
  exact: boolean
  /** The node or this browser knows it. */
  known: boolean
  /** Of a candle id: its market. */
  marketId?: string
}

/** The parties that this browser knows, the likeliest first: seen, watched, named. What was typed and is no id is not one. */
export const knownParties = ({
  recent,
  watched,
  nicknames,
}: Pick<Preferences, 'recent' | 'watched' | 'nicknames'>): string[] => [
  ...new Set([
    ...recent.flatMap(({ kind, id }) => (kind === 'party' && isId(id) ? [id] : [])),
    ...watched,
    ...Object.keys(nicknames),
  ]),
]

type Described = Pick<SearchMatch, 'label' | 'detail' | 'known'>

/** The id behind a name, where there is any: `BTC/USDT perpetual a1b2c3…d4e5f6`. */
const withId = (name: string, id: string): string => `${name} ${shortId(id)}`.trim()

const describe: Readonly<Record<EntityKind, (id: string, known: Known) => Described>> = {
  party: (id, { nicknames = {}, parties = [] }) => {
    const name = nicknames[id]
    return name === undefined
      ? { label: shortId(id), detail: '', known: parties.includes(id) }
      : { label: name, detail: shortId(id), known: true }
  },
  market: (id, { markets }) => {
    const market = markets?.get(id)
    return market
      ? { label: market.code || market.name || shortId(id), detail: withId(market.name, id), known: true }
      : { label: shortId(id), detail: '', known: false }
  },
  asset: (id, { assets }) => {
    const asset = assets?.get(id)
    return asset
      ? { label: asset.symbol || shortId(id), detail: withId(asset.name, id), known: true }
      : { label: shortId(id), detail: '', known: false }
  },
}

const knownIds: Readonly<Record<EntityKind, (known: Known) => Iterable<string>>> = {
  party: ({ parties = [], nicknames = {} }) => new Set([...parties, ...Object.keys(nicknames)]),
  market: ({ markets }) => markets?.keys() ?? [],
  asset: ({ assets }) => assets?.keys() ?? [],
}

/** How well a text carries the words: 0 at its start, 1 at the start of a word, 2 inside; undefined not at all. */
export function rank(text: string, words: string): number | undefined {
  const at = text.toLowerCase().indexOf(words)
  if (at < 0) return undefined
  if (at === 0) return 0
  return /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 1 : 2
}

/** The best rank of several texts. */
export const bestRank = (texts: readonly string[], words: string): number | undefined =>
  texts.reduce<number | undefined>((best, text) => {
    const found = rank(text, words)
    return found === undefined || (best !== undefined && best <= found) ? best : found
  }, undefined)

/** So many letters of an id mean the id; fewer stand in too many of them. */
const idLetters = 4

const entity = (kind: EntityKind, id: string, known: Known, exact: boolean): SearchMatch => ({
  kind,
  id,
  exact,
  ...describe[kind](id, known),
})

/** A candle id in the spelling that nodes write. */
function candleOf(text: string, { markets }: Known): SearchMatch | undefined {
  const candle = parseCandleId(text)
  if (!candle || text !== candleIdOf(candle.interval, candle.marketId)) return undefined
  const { interval, marketId } = candle
  const label = `${markets?.get(marketId)?.code ?? shortId(marketId)}, ${interval}`
  return { kind: 'candle', id: text, label, detail: 'candles', exact: true, known: true, marketId }
}

/** What is known of an id whose kind is known too; undefined for a candle id that nodes would not write. */
export const matchOf = (kind: SearchMatch['kind'], id: string, known: Known): SearchMatch | undefined =>
  kind === 'candle' ? candleOf(id, known) : entity(kind, id, known, true)

/** An id may belong to any kind, since ids of all kinds look alike: what is known comes first. The network is a party. */
function exactMatches(id: string, known: Known, kinds: readonly EntityKind[]): SearchMatch[] {
  const fitting = isId(id) && foldId(id).length < 64 ? kinds.filter((kind) => kind === 'party') : kinds
  const matches = fitting.map((kind) => entity(kind, id, known, true))
  const listed = ({ kind, known }: SearchMatch): number => (known && kind !== 'party' ? 0 : 1)
  return matches.toSorted((a, b) => listed(a) - listed(b))
}

/**
 * What a text may mean, the likeliest first: a candle id alone, an id as each of the kinds, or what is known under
 * words that a name begins with, or has. Without a text all that is known, in the order given. Ids are found in what
 * people paste (capitals, `0x`, quotes, an address), and come back folded. Pure; nothing is asked.
 */
export function resolveSearch(
  text: string,
  known: Known,
  kinds: readonly EntityKind[] = ['party', 'market'],
): SearchMatch[] {
  const typed = text.trim()
  if (kinds.includes('market')) {
    const candle = candleOf(foldId(typed), known)
    if (candle) return [candle]
  }
  const words = typed.toLowerCase()
  const id = pastedId(typed) ?? (isId(words) ? words : undefined)
  if (id !== undefined) return exactMatches(id, known, kinds)
  const all = kinds.flatMap((kind) => [...knownIds[kind](known)].map((id) => entity(kind, id, known, false)))
  if (words === '') return all
  return all
    .flatMap((match) => {
      const texts = [match.label, match.detail, ...(words.length >= idLetters ? [match.id] : [])]
      const by = bestRank(texts, words)
      return by === undefined ? [] : [{ match, by }]
    })
    .toSorted((a, b) => a.by - b.by)
    .map(({ match }) => match)
}

/** Whether a text is an id that nothing known explains: it may turn out to be a market's once the markets are listed. */
export function isUnknownId(text: string, known: Known): boolean {
  const matches = resolveSearch(text, known)
  return matches.length > 1 && matches.every(({ exact, known }) => exact && !known)
}

/** The id that a text in a field for one id stands for: a nickname's, a candle id, the one id in it, else the text itself; undefined when empty. */
export function meantId(text: string, { nicknames = {} }: Pick<Known, 'nicknames'>): string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  const named = Object.entries(nicknames).find(([, name]) => name.toLowerCase() === typed.toLowerCase())
  const folded = foldId(typed)
  return named?.[0] ?? (parseCandleId(folded) ? folded : (pastedId(typed) ?? folded))
}
