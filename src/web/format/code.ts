import { allOperations } from '../../wire/operations.ts'
import { parseQuery, percentDecode } from '../../wire/protocol/url.ts'

/** A value as source text; whatever an address says stays within quotes. */
const literal = (value: unknown): string =>
  typeof value !== 'object' || value === null
    ? JSON.stringify(value)
    : Object.keys(value).length === 0
      ? '{}'
      : `{ ${Object.entries(value)
          .map(([name, inner]) => `${name}: ${literal(inner)}`)
          .join(', ')} }`

/**
 * A request to a node as a program with lyra-wire's client, which reads a list to its end. Undefined for the address of no
 * operation, and of one whose answer is a file or a stream.
 */
export function codeOf(url: string): string | undefined {
  const { origin, pathname, search } = new URL(url)
  const matches = allOperations.flatMap((op) => {
    const path = new RegExp(`${op.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(pathname)
    return path && op.media === undefined && !op.stream ? [{ op, path }] : []
  })
  // `/time` also ends another operation's path.
  const [match] = matches.toSorted((one, other) => one.path.index - other.path.index)
  if (!match) return undefined
  const { op, path } = match
  const inPath = Object.fromEntries(
    Object.entries(path.groups ?? {}).map(([name, text]) => [name, percentDecode(text)]),
  )
  const given = new Set([
    ...Object.keys(inPath),
    ...[...new URLSearchParams(search).keys()].map((name) => name.split('.')[0]),
  ])
  const params = literal(
    Object.fromEntries(Object.entries(parseQuery(op.params, search, inPath)).filter(([name]) => given.has(name))),
  )
  const isList = 'entries' in op.params && 'pagination' in (op.params.entries as object)
  return `import { ${op.name} } from 'lyra-wire'
import { createClient } from 'lyra-wire/client'

const client = createClient({ baseUrl: ${literal(origin + pathname.slice(0, path.index))} })
${
  isList
    ? `for await (const { edges } of client.pages(${op.name}, ${params})) {
  for (const { node } of edges) console.log(node)
}`
    : `console.log(await client.get(${op.name}, ${params}))`
}
`
}
