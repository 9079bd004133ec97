import { candleIdOf, parseCandleId } from '../../../wire/candles.ts'
import { foldId, pastedId, shortId } from '../../format/id.ts'
import { pathTo } from '../../format/path.ts'
import type { Preferences } from '../../preferences/preferences.ts'
import type { IconName } from '../../ui/icons/icon.tsx'
import { type Place, allPlaces, placeOf, places } from '../navigation/navigation-items.ts'
import type { Subject } from '../navigation/route-entity.ts'

/** One line of the palette: it leads somewhere or does something. */
export interface Result {
  key: string
  label: string
  /** Quiet text behind the label, mostly the short id. */
  detail?: string
  /** The whole id, for the star mark. */
  mark?: string
  icon?: IconName
  /** A shortcut that does the same. */
  keys?: string
  /** When it was seen last, in Unix milliseconds. */
  seen?: number
  href?: string
  run?: () => void
}

export interface Section {
  title: string
  results: Result[]
}

export interface Findable {
  subject: Subject
  preferences: Pick<Preferences, 'nicknames' | 'watched' | 'recent' | 'views'>
  /** Markets by id as far as the node lists them. */
  markets: ReadonlyMap<string, { code: string; name: string }>
  /** What can be done from anywhere. */
  commands: readonly Result[]
}

const most = 6

const forParty: readonly Place[] = [
  places.party,
  places.spam,
  places.marginModes,
  places.teamHistory,
  places.liquidity,
  places.ledgerExport,
]
const forMarket: readonly Place[] = [places.candles, places.liquidity, places.marginModes]

/** The keys of a page are named only where they would lead to this very subject. */
const leads = (place: Place, subject: Subject, owner: string, here: boolean): Result => ({
  key: `${place.name} ${owner}`,
  label: place === places.liquidity && subject.party !== undefined ? 'Liquidity positions' : place.name,
  icon: place.icon,
  href: place.href(subject),
  ...(here && { keys: `g ${place.key}` }),
})

const partyPages = (party: string, { subject }: Pick<Findable, 'subject'>): Result[] =>
  forParty.map((place) => leads(place, { party }, party, subject.party === party))
const marketPages = (market: string, { subject }: Pick<Findable, 'subject'>): Result[] =>
  forMarket.map((place) => leads(place, { market }, market, subject.market === market && subject.party === undefined))

function partyResult(id: string, { nicknames, recent }: Findable['preferences']): Result {
  const seen = recent.find((item) => item.kind === 'party' && item.id === id)?.at
  return {
    key: `party ${id}`,
    label: nicknames[id] ?? shortId(id),
    ...(nicknames[id] === undefined ? {} : { detail: shortId(id) }),
    ...(seen === undefined ? {} : { seen }),
    mark: id,
    href: places.party.href({ party: id }),
  }
}

/** A saved view leads to its address as it was saved; the page's own icon says what it is. */
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

function marketResult(id: string, markets: Findable['markets']): Result {
  const market = markets.get(id)
  const label = market ? market.code : shortId(id)
  const detail = market ? `${market.name} ${shortId(id)}` : 'market'
  return { key: `market ${id}`, label, detail, icon: 'candles', href: places.candles.href({ market: id }) }
}

function candleResult(id: string, markets: Findable['markets']): Result {
  const candle = parseCandleId(id)
  const market = candle && (markets.get(candle.marketId)?.code ?? shortId(candle.marketId))
  return {
    key: `candle ${id}`,
    label: candle ? `${market}, ${candle.interval}` : shortId(id),
    detail: 'candles',
    icon: 'candles',
    href: pathTo`/candles/${id}`,
  }
}

const section = (title: string, results: Result[]): Section[] => (results.length > 0 ? [{ title, results }] : [])

/** Sections for a whole id. Party and market ids look alike; what the node or this browser knows comes first. */
function forId(id: string, world: Findable): Section[] {
  const { preferences, markets } = world
  const name = preferences.nicknames[id] ?? shortId(id)
  const asParty = section(markets.has(id) ? 'As a party' : `Party ${name}`, partyPages(id, world))
  const asMarket = section(markets.has(id) ? `Market ${markets.get(id)?.code}` : 'As a market', marketPages(id, world))
  return markets.has(id) ? [...asMarket, ...asParty] : [...asParty, ...asMarket]
}

/** How well `text` matches: 0 at its start, 1 at the start of a word, 2 inside; undefined not at all. */
function rank(text: string, query: string): number | undefined {
  const at = text.toLowerCase().indexOf(query)
  if (at < 0) return undefined
  if (at === 0) return 0
  return /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 1 : 2
}

function best(results: Result[], query: string, id: (result: Result) => string): Result[] {
  const ranked = results.flatMap((result) => {
    const ranks = [
      rank(result.label, query),
      rank(result.detail ?? '', query),
      query.length >= 4 ? rank(id(result), query) : undefined,
    ]
    const found = ranks.filter((value) => value !== undefined)
    return found.length > 0 ? [{ result, by: Math.min(...found) }] : []
  })
  return ranked
    .sort((a, b) => a.by - b.by)
    .map(({ result }) => result)
    .slice(0, most)
}

const knownParties = ({ nicknames, watched, recent }: Findable['preferences']): string[] => [
  ...new Set([
    ...recent.flatMap(({ kind, id }) => (kind === 'party' ? [id] : [])),
    ...watched,
    ...Object.keys(nicknames),
  ]),
]

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
  return others.map(({ kind, id }) =>
    kind === 'party'
      ? partyResult(id, preferences)
      : kind === 'market'
        ? marketResult(id, markets)
        : candleResult(id, markets),
  )
}

/** What the palette shows for a text: for none the recent items and everything that can be done from here. */
export function find(text: string, world: Findable): Section[] {
  const { subject, preferences, markets, commands } = world
  const views = viewResults(preferences)
  const query = text.trim().toLowerCase()
  const { party } = subject
  if (query === '') {
    return [
      ...section('Recent', recentResults(world).slice(0, most)),
      ...section(
        party === undefined ? '' : `For ${preferences.nicknames[party] ?? shortId(party)}`,
        party === undefined ? [] : partyPages(party, world),
      ),
      ...section('Saved views', views),
      ...section('Pages', pages(subject)),
      ...section('Commands', [...commands]),
    ]
  }
  const whole = foldId(text.trim())
  const candle = parseCandleId(whole)
  if (candle && whole === candleIdOf(candle.interval, candle.marketId)) {
    return [
      ...section('Candles', [candleResult(whole, markets)]),
      ...section('Its market', marketPages(candle.marketId, world)),
    ]
  }
  const id = pastedId(text)
  if (id !== undefined) return forId(id, world)
  if (query === 'network') return section('Party network', partyPages('network', world))
  const parties = best(
    knownParties(preferences).map((one) => partyResult(one, preferences)),
    query,
    ({ mark }) => mark ?? '',
  )
  const [first] = parties
  const more = parties.length === 1 ? forParty.length : 3 // the likeliest is meant, but the others must stay in sight
  return [
    ...section('Parties', parties),
    ...section(
      `For ${first?.label}`,
      first?.mark === undefined ? [] : partyPages(first.mark, world).slice(1, 1 + more),
    ),
    ...section(
      'Markets',
      best(
        [...markets.keys()].map((one) => marketResult(one, markets)),
        query,
        ({ key }) => key.slice(7),
      ),
    ),
    ...section(
      'Saved views',
      best(views, query, () => ''),
    ),
    ...section(
      'Pages',
      best(pages(subject), query, () => ''),
    ),
    ...section(
      'Commands',
      best([...commands], query, () => ''),
    ),
  ]
}
