import { decoded } from '../../format/path.ts'
import { type Entity, routePaths } from '../../route-table.ts'

/** The entity that a URL is about. */
export interface Subject {
  party?: string
  market?: string
  candle?: string
}

type Flat = Readonly<Record<string, unknown>>
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The paths with an id, as patterns that match it. */
const patterns = routePaths.flatMap(([path, entity]): [RegExp, Entity][] =>
  entity === undefined ? [] : [[new RegExp(`^${path.replace(/\$\w+/, '([^/]+)')}$`), entity]],
)

/** Reads party, market and candle id from a URL: first its path, then its filters. */
export function subjectOf(pathname: string, search: Flat): Subject {
  const found: Subject = {}
  for (const [pattern, kind] of patterns) {
    const id = pattern.exec(pathname)?.[1]
    if (id !== undefined) found[kind] = decoded(id)
  }
  const party = found.party ?? text(search['partyId'])
  // A candle id ends with its market (wire.md 6.1). Its parser stays with the pages that need all of it.
  const market = found.market ?? text(search['marketId']) ?? (found.candle && /_([^_]+)$/.exec(found.candle)?.[1])
  return { ...found, ...(party && { party }), ...(market && { market }) }
}
