import { wallOptions } from '../../features/spam-statistics/wall.ts'
import { pastedIds, shortId } from '../../format/id.ts'
import {
  type SearchMatch,
  bestFirst,
  knownEntities,
  matchOf,
  resolveSearch,
} from '../../entities/search/resolve-search.ts'
import type { Preferences } from '../../preferences/preferences.ts'
import { destinationsOf, numbered } from '../../entities/search/destinations.ts'
import { keyedItems, navigationItemOf, navigationItems } from '../navigation/navigation-items.ts'
import type { RouteEntities } from '../navigation/route-entities.ts'
import { linkTo } from '../../router/link-to.ts'
import type { ComboboxOption } from '../../ui/inputs/use-combobox.ts'

export interface Section {
  title: string
  options: Result[]
}

export interface Findable {
  subject: RouteEntities
  preferences: Pick<Preferences, 'nicknames' | 'watched' | 'recent' | 'views'>
  markets: ReadonlyMap<string, { code: string; name: string }>
  assets?: ReadonlyMap<string, { symbol: string; name: string }>
  commands: readonly Result[]
}

const maxResults = 6

/** The pages about a party or a market. Shortcuts are shown only where they lead to the same. */
const entityPages = (kind: SearchMatch['kind'], id: string, { subject }: Pick<Findable, 'subject'>): Result[] => {
  const here = (subject.party === undefined ? subject[kind] : kind === 'party' && subject.party) === id
  return destinationsOf({ kind, id }).map(({ page, name, icon, href }) => ({
    key: `${name} ${id}`,
    label: name,
    icon,
    href,
    ...(here && { keys: `g ${navigationItems[page].key}` }),
  }))
}

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
    href: navigationItems.party.href({ party: id }),
  }
}

const viewResults = ({ views }: Findable['preferences']): Result[] =>
  views.map(({ name, href }) => {
    const item = navigationItemOf(href.replace(/[?#].*/, ''))
    return {
      key: `view ${href}`,
      label: name,
      ...(item && { detail: item.name, icon: item.icon }),
      href,
    }
  })

/** The pages of an id by what it is. One that the node lists as a market or asset is offered as a party besides, not as all. */
function idSections(matches: readonly SearchMatch[], world: Findable): Section[] {
  const [likeliest] = matches
  const of = (wanted: SearchMatch['kind']): SearchMatch | undefined => matches.find(({ kind }) => kind === wanted)
  const [party, market, asset, team] = [of('party'), of('market'), of('asset'), of('team')]
  const asParty: Section = {
    title: likeliest?.kind === 'party' ? `Party ${likeliest.label}` : 'As a party',
    options: party ? entityPages('party', party.id, world) : [],
  }
  if (market?.known)
    return [{ title: `Market ${market.label}`, options: entityPages('market', market.id, world) }, asParty]
  if (party?.known) {
    // Its state and name in place of the page's name; what else the id might be is no longer a question.
    const [page, ...others] = asParty.options
    return [{ ...asParty, options: [{ ...page, ...partyResult(party, world.preferences) }, ...others] }]
  }
  if (asset?.known) return [{ title: `Asset ${asset.label}`, options: [assetResult(asset)] }, asParty]
  return [
    asParty,
    { title: 'As a market', options: market ? entityPages('market', market.id, world) : [] },
    {
      title: 'As an asset or a team',
      options: [
        ...(asset ? [assetResult({ id: asset.id, label: 'Asset', detail: 'its record' })] : []),
        ...(team ? [teamResult(team.id)] : []),
      ],
    },
  ]
}

/** Pages of an entity whose name has some of the words and the page's name the others: `btc liq`, `limits corv`. */
function pagesByWords(words: string, { preferences, markets }: Findable): Result[] {
  const parts = words.split(/\s+/)
  if (parts.length < 2) return []
  const has = (text: string, part: string): boolean => text.toLowerCase().includes(part)
  return resolveSearch('', knownEntities(preferences, markets)).flatMap(({ kind, id, label }) => {
    const rest = parts.filter((part) => !has(label, part))
    if (rest.length === 0 || rest.length === parts.length) return []
    return entityPages(kind, id, { subject: {} })
      .filter((page) => rest.every((part) => has(page.label, part)))
      .map((page) => ({ ...page, label: `${label}, ${page.label}` }))
  })
}

const best = (results: readonly Result[], words: string): Result[] =>
  bestFirst(results, words, ({ label, detail = '' }) => [label, detail]).slice(0, maxResults)

const pages = (subject: RouteEntities): Result[] =>
  keyedItems.map((item) => ({
    key: item.name,
    label: item.name,
    icon: item.icon,
    keys: `g ${item.key}`,
    href: item.href(subject),
  }))

function recentResults({ subject, preferences, markets }: Findable): Result[] {
  const others = preferences.recent.filter(({ id }) => !Object.values(subject).includes(id))
  return others.flatMap(({ kind, id }) => {
    const match = matchOf(kind, id, knownEntities(preferences, markets))
    if (!match) return []
    return [match.kind === 'party' ? partyResult(match, preferences) : chartResult(match)]
  })
}

function findNothing(world: Findable): Section[] {
  const { subject, preferences, commands } = world
  const { party = '' } = subject
  return [
    { title: 'Recent', options: recentResults(world).slice(0, maxResults) },
    {
      title: `For ${preferences.nicknames[party] ?? shortId(party)}`,
      options: party ? entityPages('party', party, world) : [],
    },
    { title: 'Saved views', options: viewResults(preferences) },
    { title: 'Pages', options: pages(subject) },
    { title: 'Commands', options: [...commands] },
  ]
}

function findText(text: string, world: Findable): Section[] {
  const { subject, preferences, markets, assets, commands } = world
  const words = text.trim().toLowerCase()
  if (words === '') return findNothing(world)
  const matches = resolveSearch(text, knownEntities(preferences, markets, assets))
  const [likeliest] = matches
  if (likeliest?.marketId !== undefined) {
    return [
      { title: 'Candles', options: [chartResult(likeliest)] },
      { title: 'Its market', options: entityPages('market', likeliest.marketId, world) },
    ]
  }
  if (likeliest?.exact) return idSections(matches, world)
  const isSeveral = pastedIds(text).length > 1
  const ofKind = (wanted: SearchMatch['kind']): SearchMatch[] =>
    matches.filter(({ kind }) => kind === wanted).slice(0, isSeveral ? Infinity : maxResults)
  const parties = ofKind('party')
  const [first] = isSeveral ? [] : parties
  const more = parties.length === 1 ? undefined : 4 // the likeliest is meant, but the others must stay in sight
  return [
    { title: 'Together', options: isSeveral ? wallOptions(parties.map(({ id }) => id)) : [] },
    { title: 'Pages by name', options: pagesByWords(words, world).slice(0, maxResults) },
    { title: 'By number', options: numberResults(text) },
    { title: 'Parties', options: parties.map((match) => partyResult(match, preferences)) },
    { title: `For ${first?.label}`, options: first ? entityPages('party', first.id, world).slice(1, more) : [] },
    { title: 'Markets', options: ofKind('market').map(chartResult) },
    { title: 'Assets', options: ofKind('asset').map(assetResult) },
    { title: 'Saved views', options: best(viewResults(preferences), words) },
    { title: 'Pages', options: best(pages(subject), words) },
    { title: 'Commands', options: best(commands, words) },
  ]
}

/** What a text finds, by section; pages and commands for an empty text. */
export const find = (text: string, world: Findable): Section[] =>
  findText(text, world).filter(({ options }) => options.length > 0)

export interface Result extends ComboboxOption {
  keys?: string
  /** When it was seen last, Unix milliseconds. */
  seen?: number
  run?: () => void
}

const chartResult = ({ kind, id, label, detail }: SearchMatch): Result => ({
  key: `${kind} ${id}`,
  label,
  detail: detail || 'market',
  icon: kind === 'candle' ? 'candles' : 'market',
  href:
    kind === 'candle' ? linkTo('/candles/$candleId', { candleId: id }) : navigationItems.market.href({ market: id }),
})

const assetResult = ({ id, label, detail }: Pick<SearchMatch, 'id' | 'label' | 'detail'>): Result => ({
  key: `asset ${id}`,
  label,
  detail: detail || 'asset',
  icon: 'info',
  href: linkTo('/assets/$assetId', { assetId: id }),
})

const teamResult = (id: string): Result => ({
  key: `team ${id}`,
  label: 'Team',
  detail: 'its record',
  icon: 'team',
  href: linkTo('/teams/$teamId', { teamId: id }),
})

const numberResults = (text: string): Result[] =>
  numbered(text).map(({ label, icon, href }) => ({ key: href, label, icon, href }))
