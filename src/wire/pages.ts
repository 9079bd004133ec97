// Every address of the dashboard, the folder of its page's code, and how navigation, palette, keys and titles know it. It is
// part of the contract because the service gives a page also to a program that takes anything, as those are that make previews
// of shared links; any other address is none to it.

/** What a path names by an id. */
export type Entity = 'party' | 'market' | 'candle' | 'asset' | 'team' | 'epoch' | 'block'

export interface PageEntry {
  /** Its name in navigation, palette and the title of the tab. */
  readonly name: string
  /** The folder below src/web whose page.tsx exports the page and nothing else; routes.tsx has pages without such a file. */
  readonly code?: string
  readonly group?: 'party' | 'market'
  readonly icon: string
  /** The letter after `g`; a page without one is no place of the navigation: only an id leads to it. */
  readonly key?: string
  /** Its paths, and what the id in each of them is; the first one without an id is where it leads on its own. */
  readonly paths: Readonly<Record<string, Entity | undefined>>
  /** What the page is about: without it, it asks for it. */
  readonly needs?: 'party' | 'market'
  /** Parameters by which the page can be narrowed instead; the first of which the id is known is used. */
  readonly filters?: readonly ('party' | 'market')[]
  /** What it is called where it leads to one of these. */
  readonly names?: Readonly<Partial<Record<Entity, string>>>
  /** Its heading is its name, whatever it is about. */
  readonly titled?: true
  /** Shows a range of time from its address (`from`, `to`), which links to another such page carry on. */
  readonly timed?: true
}

/** The pages, in the order of the navigation. */
export const pages = {
  overview: {
    name: 'Overview',
    code: 'pages/overview',
    icon: 'overview',
    key: 'o',
    paths: { '/': undefined, '/watch': undefined },
  },
  party: {
    name: 'Party',
    code: 'pages/party',
    group: 'party',
    icon: 'party',
    key: 'p',
    needs: 'party',
    timed: true,
    paths: { '/parties': undefined, '/parties/$partyId': 'party' },
  },
  spam: {
    name: 'Spam limits',
    code: 'features/spam-statistics',
    group: 'party',
    icon: 'shield',
    key: 's',
    titled: true,
    needs: 'party',
    paths: { '/spam': undefined, '/spam/$partyId': 'party' },
  },
  marginModes: {
    name: 'Margin modes',
    code: 'features/margin-modes',
    group: 'party',
    icon: 'sliders',
    key: 'm',
    titled: true,
    filters: ['party', 'market'],
    paths: { '/margin-modes': undefined },
  },
  teamHistory: {
    name: 'Team history',
    code: 'features/referee-history',
    group: 'party',
    icon: 'team',
    key: 't',
    titled: true,
    needs: 'party',
    paths: { '/teams/referees': undefined, '/teams/referees/$referee': 'party' },
  },
  statement: {
    name: 'Statement',
    code: 'features/ledger-statement',
    group: 'party',
    icon: 'columns',
    key: 'a',
    titled: true,
    filters: ['party'],
    timed: true,
    paths: { '/ledger': undefined },
  },
  ledgerExport: {
    name: 'Ledger export',
    code: 'features/ledger-export',
    group: 'party',
    icon: 'ledger',
    key: 'x',
    titled: true,
    filters: ['party'],
    timed: true,
    paths: { '/ledger-export': undefined },
  },
  market: {
    name: 'Market',
    code: 'pages/market',
    group: 'market',
    icon: 'market',
    key: 'k',
    needs: 'market',
    paths: { '/markets': undefined, '/markets/$marketId': 'market' },
  },
  candles: {
    name: 'Candles',
    code: 'features/candles',
    group: 'market',
    icon: 'candles',
    key: 'c',
    needs: 'market',
    timed: true,
    paths: { '/candles': undefined, '/candles/$candleId': 'candle', '/markets/$marketId/candles': 'market' },
  },
  liquidity: {
    name: 'Liquidity',
    code: 'features/liquidity-providers',
    group: 'market',
    icon: 'drop',
    key: 'l',
    filters: ['market', 'party'],
    names: { market: 'Liquidity providers', party: 'Liquidity positions' },
    paths: { '/liquidity-providers': undefined },
  },
  asset: { name: 'Asset', code: 'pages/record', icon: 'info', paths: { '/assets/$assetId': 'asset' } },
  team: { name: 'Team', code: 'pages/record', icon: 'team', paths: { '/teams/$teamId': 'team' } },
  epoch: { name: 'Epoch', code: 'pages/record', icon: 'clock', paths: { '/epochs/$epoch': 'epoch' } },
  block: { name: 'Block', code: 'pages/record', icon: 'info', paths: { '/blocks/$height': 'block' } },
  help: { name: 'Help', code: 'pages/help', icon: 'question', key: 'h', titled: true, paths: { '/help': undefined } },
  settings: {
    name: 'Settings',
    code: 'pages/settings',
    icon: 'settings',
    key: ',',
    titled: true,
    paths: { '/settings': undefined },
  },
} as const satisfies Record<string, PageEntry>

export type PageName = keyof typeof pages
type PathsOf<Name extends PageName> = Name extends PageName ? keyof (typeof pages)[Name]['paths'] : never
/** A path of the table, with `$` before the name of an id. */
export type RoutePath = PathsOf<PageName>

interface PagePath {
  readonly page: PageName
  readonly path: RoutePath
  /** What the id in the path is; undefined for a path without one. */
  readonly entity: Entity | undefined
}

/** The paths of all pages. Those without an id come first: `/teams/referees` is no team. */
export const pagePaths: readonly PagePath[] = (Object.keys(pages) as PageName[])
  .flatMap((page) =>
    Object.entries<Entity | undefined>(pages[page].paths).map(([path, entity]) => ({
      page,
      path: path as RoutePath,
      entity,
    })),
  )
  .toSorted((a, b) => Number(a.entity !== undefined) - Number(b.entity !== undefined))

const patterns = pagePaths.map(({ path }) => new RegExp(`^${path.replace(/\$\w+/, '([^/]+)')}$`))

/** The page at a path, and the id as it stands there, encoded; undefined where there is no page. */
export function matchPage(pathname: string): (PagePath & { readonly id: string }) | undefined {
  for (const [at, page] of pagePaths.entries()) {
    const match = patterns[at]?.exec(pathname)
    if (match) return { ...page, id: match[1] ?? '' }
  }
  return undefined
}

/** The path with its ids filled in; `encoded` makes a segment of each. */
export const fillPath = (path: string, encoded: (name: string) => string): string =>
  path.replace(/\$(\w+)/g, (_, name: string) => encoded(name))

/** Whether the service answers a path with a page, whatever type is accepted; one with a dot in its last segment is a file's. */
export const isPagePath = (path: string): boolean => !/\.[^/]*$/.test(path) && matchPage(path) !== undefined
