import { listCandles } from '../../wire/candles.ts'
import { listLiquidityProviders } from '../../wire/liquidity-providers.ts'
import { listMarginModes } from '../../wire/margin-modes.ts'
import { listRefereeHistory } from '../../wire/referee-history.ts'

/** The lists that have an export menu. All operations would bring what no page reads into the first file. */
const lists = [listCandles, listLiquidityProviders, listMarginModes, listRefereeHistory].map(({ name, path }) => ({
  name,
  path: new RegExp(`${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}))

/** Numbers and switches of the interface's pages; every other parameter is a text. */
const literals: Readonly<Record<string, RegExp>> = {
  'pagination.first': /^\d+$/,
  'pagination.last': /^\d+$/,
  'pagination.newestFirst': /^(true|false)$/,
}

/** Parameters as source text, those with a point in the name within the one before it; a value stays within quotes. */
function paramsText(params: readonly (readonly [name: string, value: string])[]): string {
  const members = new Map<string, string[]>()
  for (const [name, value] of params) {
    const [outer = '', inner] = name.split('.')
    const text = literals[name]?.test(value) ? value : JSON.stringify(value)
    members.set(outer, [...(members.get(outer) ?? []), inner === undefined ? text : `${inner}: ${text}`])
  }
  const texts = [...members].map(([name, [first = '', ...others]]) => {
    const isNested = params.some(([one]) => one.startsWith(`${name}.`))
    return `${name}: ${isNested ? `{ ${[first, ...others].join(', ')} }` : first}`
  })
  return texts.length === 0 ? '{}' : `{ ${texts.join(', ')} }`
}

/**
 * A request of a list to a node as a program with lyra-wire's client, which reads it to its end. Undefined for any other
 * address.
 */
export function codeOf(url: string): string | undefined {
  const { origin, pathname, searchParams } = new URL(url)
  const found = lists.flatMap(({ name, path }) => {
    const match = path.exec(pathname)
    return match ? [{ name, match }] : []
  })[0]
  if (!found) return undefined
  const { name, match } = found
  const inPath = Object.entries(match.groups ?? {}).map(([param, text]) => [param, decodeURIComponent(text)] as const)
  return `import { ${name} } from 'lyra-wire'
import { createClient } from 'lyra-wire/client'

const client = createClient({ baseUrl: ${JSON.stringify(origin + pathname.slice(0, match.index))} })
for await (const { edges } of client.pages(${name}, ${paramsText([...inPath, ...searchParams])})) {
  for (const { node } of edges) console.log(node)
}
`
}
