import { encoded } from '../../format/path.ts'
import type { IconName } from '../../ui/icons/icon.tsx'
import type { Subject } from './route-entity.ts'

/** A page of the dashboard as navigation, palette and keys know it. */
export interface Place {
  name: string
  group: 'party' | 'market' | undefined
  icon: IconName
  /** The letter after `g`. */
  key: string
  /** Where it leads for a party or a market; without one it asks for it. */
  href: (subject: Subject) => string
  /** Whether an address belongs to it. */
  holds: (pathname: string) => boolean
  /** What it must be told: without it the link leads to a form that asks. */
  needs?: 'party' | 'market'
}

const at = (path: string, id: string | undefined, rest = ''): string =>
  id === undefined ? path : `${path}/${encoded(id)}${rest}`

const filtered = (path: string, filters: Readonly<Record<string, string | undefined>>): string => {
  const pairs = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encoded(value)}`],
  )
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

const under =
  (...paths: string[]) =>
  (pathname: string): boolean =>
    paths.some((path) => pathname === path || pathname.startsWith(`${path}/`))

export const places = {
  overview: {
    name: 'Overview',
    group: undefined,
    icon: 'overview',
    key: 'o',
    href: () => '/',
    holds: (pathname) => pathname === '/',
  },
  party: {
    name: 'Party',
    group: 'party',
    icon: 'party',
    key: 'p',
    needs: 'party',
    href: ({ party }) => at('/parties', party),
    holds: under('/parties'),
  },
  spam: {
    name: 'Spam limits',
    group: 'party',
    icon: 'shield',
    key: 's',
    needs: 'party',
    href: ({ party }) => at('/spam', party),
    holds: under('/spam'),
  },
  marginModes: {
    name: 'Margin modes',
    group: 'party',
    icon: 'sliders',
    key: 'm',
    href: ({ party, market }) => filtered('/margin-modes', party ? { partyId: party } : { marketId: market }),
    holds: under('/margin-modes'),
  },
  teamHistory: {
    name: 'Team history',
    group: 'party',
    icon: 'team',
    key: 't',
    needs: 'party',
    href: ({ party }) => at('/teams/referees', party),
    holds: under('/teams'),
  },
  ledgerExport: {
    name: 'Ledger export',
    group: 'party',
    icon: 'ledger',
    key: 'x',
    href: ({ party }) => filtered('/ledger-export', { partyId: party }),
    holds: under('/ledger-export'),
  },
  candles: {
    name: 'Candles',
    group: 'market',
    icon: 'candles',
    key: 'c',
    needs: 'market',
    href: ({ market }) => (market === undefined ? '/candles' : at('/markets', market, '/candles')),
    holds: under('/markets', '/candles'),
  },
  liquidity: {
    name: 'Liquidity',
    group: 'market',
    icon: 'drop',
    key: 'l',
    href: ({ party, market }) => filtered('/liquidity-providers', market ? { marketId: market } : { partyId: party }),
    holds: under('/liquidity-providers'),
  },
  settings: {
    name: 'Settings',
    group: undefined,
    icon: 'settings',
    key: ',',
    href: () => '/settings',
    holds: under('/settings'),
  },
} as const satisfies Record<string, Place>

export const allPlaces: readonly Place[] = Object.values(places)

/** The page that an address belongs to. */
export const placeOf = (pathname: string): Place | undefined => allPlaces.find((place) => place.holds(pathname))
