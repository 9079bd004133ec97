import { shortId } from '../../format/id.ts'
import { linkTo } from '../../link-to.ts'
import { bestFirst, knownOf, matchOf, resolveSearch, type SearchMatch } from '../../entities/search/resolve-search.ts'
import type { Preferences } from '../../preferences/preferences.ts'
import type { ComboboxOption } from '../../ui/inputs/use-combobox.ts'
import { type Place, allPlaces, placeOf, places } from '../navigation/navigation-items.ts'
import type { Subject } from '../navigation/route-entity.ts'

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

const pagesOf = ({ kind, id, label, known }: SearchMatch, alone: boolean, world: Findable): Section =>
  kind === 'market'
    ? { title: known ? `Market ${label}` : 'As a market', options: marketPages(id, world) }
    : { title: alone ? `Party ${label}` : 'As a party', options: partyPages(id, world) }

const best = (results: readonly Result[], words: string): Result[] =>
  bestFirst(results, words, ({ label, detail = '' }) => [label, detail]).slice(0, maxResults)

const pages = (subject: Subject): Result[] =>
  allPlaces.map((place) => ({
    key: place.name,
    label: place.name,
    icon: place.icon,
    keys: `g ${place.key}`,
    href: place.href(subject),
  }))

function recentResults({ subject, preferences, markets }: Findable): Result[] {
  const others = preferences.recent.filter(({ id }) => !Object.values(subject).includes(id))
  return others.flatMap(({ kind, id }) => {
    const match = matchOf(kind, id, knownOf(preferences, markets))
    if (!match) return []
    return [match.kind === 'party' ? partyResult(match, preferences) : chartResult(match)]
  })
}

function findNothing(world: Findable): Section[] {
  const { subject, preferences, commands } = world
  const { party = '' } = subject
  return [
    { title: 'Recent', options: recentResults(world).slice(0, maxResults) },
    { title: `For ${preferences.nicknames[party] ?? shortId(party)}`, options: party ? partyPages(party, world) : [] },
    { title: 'Saved views', options: viewResults(preferences) },
    { title: 'Pages', options: pages(subject) },
    { title: 'Commands', options: [...commands] },
  ]
}

function findText(text: string, world: Findable): Section[] {
  const { subject, preferences, markets, commands } = world
  const words = text.trim().toLowerCase()
  if (words === '') return findNothing(world)
  const matches = resolveSearch(text, knownOf(preferences, markets))
  const [likeliest] = matches
  if (likeliest?.marketId !== undefined) {
    return [
      { title: 'Candles', options: [chartResult(likeliest)] },
      { title: 'Its market', options: marketPages(likeliest.marketId, world) },
    ]
  }
  if (likeliest?.exact) return matches.map((match) => pagesOf(match, likeliest.kind === 'party', world))
  const ofKind = (wanted: SearchMatch['kind']): SearchMatch[] =>
    matches.filter(({ kind }) => kind === wanted).slice(0, maxResults)
  const parties = ofKind('party')
  const [first] = parties
  const more = parties.length === 1 ? forParty.length : 3 // the likeliest is meant, but the others must stay in sight
  return [
    { title: 'Parties', options: parties.map((match) => partyResult(match, preferences)) },
    { title: `For ${first?.label}`, options: first ? partyPages(first.id, world).slice(1, 1 + more) : [] },
    { title: 'Markets', options: ofKind('market').map(chartResult) },
    { title: 'Saved views', options: best(viewResults(preferences), words) },
    { title: 'Pages', options: best(pages(subject), words) },
    { title: 'Commands', options: best(commands, words) },
  ]
}

/** What a text finds, by section; pages and commands for an empty text. */
export const find = (text: string, world: Findable): Section[] =>
  findText(text, world).filter(({ options }) => options.length > 0)
