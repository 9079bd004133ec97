import { candleIdOf, parseCandleId } from '../../../wire/candles.ts'
import type { Preferences } from '../../preferences/preferences.ts'
import { foldId, isId, pastedId, pastedIds, shortId } from '../../format/id.ts'
import { usePartyNames } from '../../preferences/party-names.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import type { ComboboxGroup, ComboboxOption } from '../../ui/inputs/use-combobox.ts'
import type { Labels } from '../labels.ts'

export type EntityKind = 'party' | 'market' | 'asset' | 'team'

export interface KnownEntities {
  /** Parties that the reader has seen or watches, the likeliest first. */
  parties?: readonly string[]
  nicknames?: Readonly<Record<string, string>>
  markets?: ReadonlyMap<string, { code: string; name: string }>
  assets?: ReadonlyMap<string, { symbol: string; name: string }>
}

/** An entity that a typed or pasted text may mean. */
export interface SearchMatch {
  kind: EntityKind | 'candle'
  id: string
  /** A nickname, a market's code, an asset's symbol, an interval; else the short id. */
  label: string
  /** What distinguishes it from others with the same label; empty when nothing does. */
  detail: string
  /** The text is this very id. */
  exact: boolean
  known: boolean
  /** Of a candle id: its market. */
  marketId?: string
}

type Seen = Pick<Preferences, 'recent' | 'watched' | 'nicknames'>

/** The parties that this browser knows, the likeliest first: seen, watched, named. Recent texts that are no ids are left out. */
export const knownParties = ({ recent, watched, nicknames }: Seen): string[] => [
  ...new Set([
    ...recent.flatMap(({ kind, id }) => (kind === 'party' && isId(id) ? [id] : [])),
    ...watched,
    ...Object.keys(nicknames),
  ]),
]

export const knownEntities = (
  seen: Seen,
  markets: NonNullable<KnownEntities['markets']>,
  assets?: NonNullable<KnownEntities['assets']>,
): KnownEntities => ({
  parties: knownParties(seen),
  nicknames: seen.nicknames,
  markets,
  ...(assets && { assets }),
})

const knownIds: Readonly<Record<EntityKind, (known: KnownEntities) => Iterable<string>>> = {
  party: ({ parties = [], nicknames = {} }) => new Set([...parties, ...Object.keys(nicknames)]),
  market: ({ markets }) => markets?.keys() ?? [],
  asset: ({ assets }) => assets?.keys() ?? [],
  // No node lists its teams.
  team: () => [],
}

function namesOf(kind: EntityKind, id: string, { nicknames, markets, assets }: KnownEntities) {
  if (kind === 'market') {
    const market = markets?.get(id)
    return market && { label: market.code || market.name, name: market.name }
  }
  if (kind === 'asset') {
    const asset = assets?.get(id)
    return asset && { label: asset.symbol, name: asset.name }
  }
  const nickname = kind === 'party' ? nicknames?.[id] : undefined
  return nickname === undefined ? undefined : { label: nickname, name: '' }
}

function entity(kind: EntityKind, id: string, known: KnownEntities, exact: boolean): SearchMatch {
  const names = namesOf(kind, id, known)
  return {
    kind,
    id,
    exact,
    label: names?.label || shortId(id),
    detail: names ? `${names.name} ${shortId(id)}`.trim() : '',
    known: names !== undefined || (kind === 'party' && known.parties?.includes(id) === true),
  }
}

/** How well `words` match a text: 0 at its start, 1 at the start of a word, 2 inside, infinite not at all. */
function rank(text: string, words: string): number {
  const at = text.toLowerCase().indexOf(words)
  if (at <= 0) return at === 0 ? 0 : Infinity
  return /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 1 : 2
}

/** As `rank`, of words that may stand apart and in any order; the whole text as typed goes before that. */
function rankApart(texts: readonly string[], words: string): number {
  const best = (word: string): number => Math.min(...texts.map((text) => rank(text, word)))
  const whole = best(words)
  return whole < Infinity ? whole : 3 + Math.max(...words.split(/\s+/).map(best))
}

/** The items whose texts contain all words, in any order, the best match first. */
export const bestFirst = <Item>(
  items: readonly Item[],
  words: string,
  textsOf: (item: Item) => readonly string[],
): Item[] =>
  items
    .map((item) => ({ item, by: rankApart(textsOf(item), words) }))
    .filter(({ by }) => by < Infinity)
    .sort((a, b) => a.by - b.by)
    .map(({ item }) => item)

/** Texts this long also match ids; shorter ones occur in too many of them. */
const minIdDigits = 4

/** The match of a candle id in the network's spelling. */
function candleOf(text: string, { markets }: KnownEntities): SearchMatch | undefined {
  const candle = parseCandleId(text)
  if (!candle || text !== candleIdOf(candle.interval, candle.marketId)) return undefined
  const { interval, marketId } = candle
  const label = `${markets?.get(marketId)?.code ?? shortId(marketId)}, ${interval}`
  return { kind: 'candle', id: text, label, detail: 'candles', exact: true, known: true, marketId }
}

/** The match of an id of known kind; undefined for a candle id that is not in the network's spelling. */
export const matchOf = (kind: SearchMatch['kind'], id: string, known: KnownEntities): SearchMatch | undefined =>
  kind === 'candle' ? candleOf(id, known) : entity(kind, id, known, true)

/** An id may be of any kind, since all look alike: listed entities come first. The network is a party. */
function exactMatches(id: string, known: KnownEntities, kinds: readonly EntityKind[]): SearchMatch[] {
  const fitting = isId(id) && foldId(id).length < 64 ? kinds.filter((kind) => kind === 'party') : kinds
  const matches = fitting.map((kind) => entity(kind, id, known, true))
  const listed = ({ kind, known }: SearchMatch): number => (known && kind !== 'party' ? 0 : 1)
  return matches.toSorted((a, b) => listed(a) - listed(b))
}

const allKinds: readonly EntityKind[] = ['party', 'market', 'asset', 'team']

/** What a text may mean, the likeliest first; one match for each of several ids, for an empty text all known entities. */
export function resolveSearch(
  text: string,
  known: KnownEntities,
  kinds: readonly EntityKind[] = allKinds,
): SearchMatch[] {
  const typed = text.trim()
  if (kinds.includes('market')) {
    const candle = candleOf(foldId(typed), known)
    if (candle) return [candle]
  }
  const words = typed.toLowerCase()
  const ids = pastedIds(typed)
  const [id = isId(words) ? words : undefined] = ids
  if (ids.length > 1)
    return ids
      .flatMap((each) => exactMatches(each, known, kinds).slice(0, 1))
      .map((match) => ({ ...match, exact: false }))
  if (id !== undefined) return exactMatches(id, known, kinds)
  const all = kinds.flatMap((kind) => [...knownIds[kind](known)].map((id) => entity(kind, id, known, false)))
  if (words === '') return all
  return bestFirst(all, words, ({ label, detail, id }) => [label, detail, ...(words.length >= minIdDigits ? [id] : [])])
}

/** Whether a text is an id of no known entity: it may turn out to be a market's once the markets are listed. */
export function isUnknownId(text: string, known: KnownEntities): boolean {
  const matches = resolveSearch(text, known)
  return matches.length > 1 && matches.every(({ exact, known }) => exact && !known)
}

/** The id that a text in an id field means: that of a nickname, a candle id, the one id in it, else the text itself; undefined when empty. */
export function resolveId(text: string, { nicknames = {} }: Pick<KnownEntities, 'nicknames'>): string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  const named = Object.entries(nicknames).find(([, name]) => name.toLowerCase() === typed.toLowerCase())
  const folded = foldId(typed)
  return named?.[0] ?? (parseCandleId(folded) ? folded : (pastedId(typed) ?? folded))
}

const maxSuggestions = 8

const optionOf = ({ kind, id, label, detail }: SearchMatch): ComboboxOption => ({
  key: id,
  label,
  ...(detail === '' ? {} : { detail }),
  ...(kind === 'party' ? { mark: id } : {}),
})

/** The suggestions of a field for one id; none once the text is an id. */
export function suggestionsFor(text: string, kind: EntityKind, known: KnownEntities): ComboboxGroup[] {
  const matches = resolveSearch(text, known, [kind]).filter((match) => match.kind === kind && !match.exact)
  const options = matches.map(optionOf)
  return [{ options: pastedIds(text).length > 1 ? options : options.slice(0, maxSuggestions) }]
}

/** Why a search found nothing: names that are loading or could not be loaded may still match. `hint`: what else can be typed. */
export function noMatchWords(names: readonly Labels<unknown>['state'][], hint: string): string {
  if (names.includes('waiting')) return 'No match yet: names of this node are loading.'
  if (names.includes('failed')) return `No match, but not all names of this node could be loaded. ${hint}`
  return `No match. ${hint}`
}

/** What this browser knows of parties; names that the node publishes count as nicknames where there is none. Sends no request. */
export function useSeenParties(): Pick<Preferences, 'recent' | 'watched' | 'nicknames'> {
  const recent = usePreference('recent')
  const watched = usePreference('watched')
  return { recent, watched, nicknames: usePartyNames() }
}

export function useKnownParties(): KnownEntities {
  const seen = useSeenParties()
  return { parties: knownParties(seen), nicknames: seen.nicknames }
}
