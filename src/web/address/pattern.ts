import { decoded } from '../format/path.ts'

/** What stands in an address where its pattern has a name after `$`. */
export type Params = Readonly<Record<string, string>>

const partsOf = (path: string): readonly string[] => path.replace(/\/$/, '').split('/').slice(1)

/** The params of a path that fits `/markets/$marketId/candles`, decoded; undefined where it does not fit. An empty part fits nothing. */
export function matchPath(pattern: string, pathname: string): Params | undefined {
  const wanted = partsOf(pattern)
  const parts = partsOf(pathname)
  if (wanted.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const name = wanted[index] ?? ''
    if (!name.startsWith('$')) {
      if (name !== part) return undefined
    } else if (part === '') return undefined
    else params[name.slice(1)] = decoded(part)
  }
  return params
}
