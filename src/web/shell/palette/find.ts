import { shortId } from '../../format/id.ts'
import { linkTo } from '../../link-to.ts'
import {
  bestRank,
  type Known,
  knownParties,
  matchOf,
  resolveSearch,
  type SearchMatch,
} from '../../entities/search/resolve-search.ts'
import type { Preferences } from '../../preferences/preferences.ts'
import type { ComboboxOption } from '../../ui/inputs/use-combobox.ts'
import { type Place, allPlaces, placeOf, places } from '../navigation/navigation-items.ts'
import type { Subject } from '../navigation/route-entity.ts'

/** A result of the palette, with an href or an action. */
export interface Result extends ComboboxOption {
  /** The shortcut for the same. */
  keys?: string
  /** When it was seen last, Unix milliseconds. */
  seen?: number
  run?: () => void
}

export interface Section {
  title: string
  options: Result[]
}

export interface Findable {
  subject: Subject
  preferences: Pick<Preferences, 'nicknames' | 'watched' | 'recent' | 'views'>
  /** Listed markets by id. */
  markets: ReadonlyMap<string, { code: string; name: string }>
  commands: readonly Result[]
}

const maxResults = 6

const forParty: readonly Place[] = [
  places.party,
  places.spam,
  places.marginModes,
  places.teamHistory,
  places.liquidity,
  places.ledgerExport,
]
const forMarket: readonly Place[] = [places.candles, places.liquidity, places.marginModes]

/** A page about an entity. Its shortcut is shown only where it leads to the same entity. */
const pageResult = (place: Place, subject: Subject, here: boolean): Result => ({
  key: [place.name, subject.party ?? subject.market ?? ''].join(' '),
  label: place === places.liquidity && subject.party !== undefined ? 'Liquidity positions' : place.name,
  icon: place.icon,
  href: place.href(subject),
  ...(here && { keys: `g ${place.key}` }),
})

const partyPages = (party: string, { subject }: Pick<Findable, 'subject'>): Result[] =>
  forParty.map((place) => pageResult(place, { party }, subject.party === party))
const marketPages = (market: string, { subject }: Pick<Findable, 'subject'>): Result[] =>
  forMarket.map((place) => pageResult(place, { market }, subject.market === market && subject.party === undefined))

function partyResult(
  { id, label, detail }: Pick<SearchMatch, 'id' | 'label' | 'detail'>,
  { recent }: Findable['preferences'],
): Result {
  const seen = recent.find((item) => item.kind === 'party' && item.id === id)?.at
  return {
    key: `party ${id}`,
    label,
    ...(detail === '' ? {} : { detail }),
    ...(seen === undefined ? {} : { seen }),
    mark: id,
    href: places.party.href({ party: id }),
  }
}

/** Saved views, with the icon of their page. */
const viewResults = ({ views }: Findable['preferences']): Result[] =>
  views.map(({ name, href }) => {
    const place = placeOf(href.replace(/[?#].*/, ''))
    return {
      key: `view ${href}`,
      label: name,
      ...(place && { detail: place.name, icon: place.icon }),
      href,
    }
  })

const chartResult = ({ kind, id, label, detail }: SearchMatch): Result => ({
  key: `${kind} ${id}`,
  label,
  detail: detail || 'market',
  icon: 'candles',
  href: kind === 'candle' ? linkTo('/candles/$candleId', { candleId: id }) : places.candles.href({ market: id }),
})

const section = (title: string, options: Result[]): Section[] => (options.length > 0 ? [{ title, options }] : [])

/** The pages of an id as each kind that it may be. */
const pagesOf = ({ kind, id, label, known }: SearchMatch, alone: boolean, world: Findable): Section[] => {
  if (kind === 'market') return section(known ? `Market ${label}` : 'As a market', marketPages(id, world))
  return section(alone ? `Party ${label}` : 'As a party', partyPages(id, world))
}

/** The results that contain the words, the best first. */
function best(results: readonly Result[], words: string): Result[] {
  const ranked = results.flatMap((result) => {
    const by = bestRank([result.label, result.detail ?? ''], words)
    return by === undefined ? [] : [{ result, by }]
  })
  return ranked
    .sort((a, b) => a.by - b.by)
    .map(({ result }) => result)
    .slice(0, maxResults)
}

/** The searchable part. */
export const knownOf = ({ preferences, markets }: Pick<Findable, 'preferences' | 'markets'>): Known => ({
  parties: knownParties(preferences),
  nicknames: preferences.nicknames,
  markets,
})

const pages = (subject: Subject): Result[] =>
  allPlaces.map((place) => ({
    key: place.name,
    label: place.name,
    icon: place.icon,
    keys: `g ${place.key}`,
    href: place.href(subject),
  }))

function recentResults(world: Findable): Result[] {
  const { subject, preferences } = world
  const others = preferences.recent.filter(({ id }) => !Object.values(subject).includes(id))
  return others.flatMap(({ kind, id }) => {
    const match = matchOf(kind, id, knownOf(world))
    if (!match) return []
    return [match.kind === 'party' ? partyResult(match, preferences) : chartResult(match)]
  })
}

/** Sections for an empty text: recent items, pages, commands. */
function findNothing(world: Findable): Section[] {
  const { subject, preferences, commands } = world
  const { party } = subject
  return [
    ...section('Recent', recentResults(world).slice(0, maxResults)),
    ...section(
      party === undefined ? '' : `For ${preferences.nicknames[party] ?? shortId(party)}`,
      party === undefined ? [] : partyPages(party, world),
    ),
    ...section('Saved views', viewResults(preferences)),
    ...section('Pages', pages(subject)),
    ...section('Commands', [...commands]),
  ]
}

/** Sections for a text. */
export function find(text: string, world: Findable): Section[] {
  const { subject, preferences, commands } = world
  const words = text.trim().toLowerCase()
  if (words === '') return findNothing(world)
  const matches = resolveSearch(text, knownOf(world))
  const [likeliest] = matches
  if (likeliest?.marketId !== undefined) {
    return [
      ...section('Candles', [chartResult(likeliest)]),
      ...section('Its market', marketPages(likeliest.marketId, world)),
    ]
  }
  if (likeliest?.exact) {
    const alone = likeliest.kind === 'party'
    return matches.flatMap((match) => pagesOf(match, alone, world))
  }
  const ofKind = (wanted: SearchMatch['kind']): SearchMatch[] =>
    matches.filter(({ kind }) => kind === wanted).slice(0, maxResults)
  const parties = ofKind('party').map((match) => partyResult(match, preferences))
  const [first] = parties
  const more = parties.length === 1 ? forParty.length : 3 // the likeliest is meant, but the others must stay in sight
  return [
    ...section('Parties', parties),
    ...section(
      `For ${first?.label}`,
      first?.mark === undefined ? [] : partyPages(first.mark, world).slice(1, 1 + more),
    ),
    ...section('Markets', ofKind('market').map(chartResult)),
    ...section('Saved views', best(viewResults(preferences), words)),
    ...section('Pages', best(pages(subject), words)),
    ...section('Commands', best(commands, words)),
  ]
}
