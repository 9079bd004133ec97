import { encodePath } from '../format/path.ts'
import { type Entity, type PageEntry, type RoutePath, fillPath } from '../../wire/pages.ts'

type ParamNames<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never

/** Search parameters that links set, in the wire's spelling. A page reads more of them (`useSearch`). */
interface LinkSearch {
  '/teams/referees/$referee': 'teamId'
  '/margin-modes': 'partyId' | 'marketId'
  '/liquidity-providers': 'partyId' | 'marketId'
  '/ledger': 'partyId' | 'assetId' | 'market' | 'from' | 'to' | 'run'
  '/ledger-export': 'partyId'
  '/markets/$marketId/candles': 'party' | 'interval' | 'from' | 'to' | 'at'
  '/settings': 'decimals'
}
type SearchNames<Path> = Path extends keyof LinkSearch ? LinkSearch[Path] : never

/** `linkTo('/teams/referees/$referee', { referee, teamId })`: encoded values of its path, the others as search. */
export function linkTo<Path extends RoutePath>(
  path: Path,
  values: Readonly<Record<ParamNames<Path>, string>> & Readonly<Partial<Record<SearchNames<Path>, string>>>,
): string {
  const texts = new Map(Object.entries<string>(values))
  const filled = fillPath(path, (name) => encodePath(texts.get(name) ?? ''))
  const search = [...texts].flatMap(([name, text]) =>
    path.includes(`$${name}`) ? [] : [`${name}=${encodePath(text)}`],
  )
  return search.length > 0 ? `${filled}?${search.join('&')}` : filled
}

/** The address of a page about one entity: by its path, else by a filter; undefined where the page has neither. */
export function linkAbout({ paths, filters = [] }: PageEntry, kind: Entity, id: string): string | undefined {
  const [path] = Object.entries(paths).find(([, entity]) => entity === kind) ?? []
  if (path !== undefined) return fillPath(path, () => encodePath(id))
  return filters.some((filter) => filter === kind) ? `${Object.keys(paths)[0]}?${kind}Id=${encodePath(id)}` : undefined
}
