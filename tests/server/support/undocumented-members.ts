type Json = Record<string, unknown>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of a tree of JSON by name. */
export const step = (value: unknown, name: string | number): unknown =>
  Object.entries(value ?? {}).find(([key]) => key === String(name))?.[1]

/** The schema that a reference leads to; of schemas all of which hold, the only one. */
function followed(tree: unknown, schema: unknown): unknown {
  const to = step(schema, '$ref')
  const within = typeof to === 'string' ? to.split('/').slice(1).reduce(step, tree) : step(step(schema, 'allOf'), 0)
  return within === undefined ? schema : followed(tree, within)
}

/** The dotted paths of all members of a schema of a document of OpenAPI. */
export function* membersOf(
  tree: unknown,
  schema: unknown,
  path = '',
  above: readonly unknown[] = [],
): Generator<string> {
  const known = followed(tree, schema)
  if (known === undefined || above.includes(known)) return
  const within = [...above, known]
  yield* membersOf(tree, step(known, 'items'), `${path}[]`, within)
  for (const form of Object.values(step(known, 'anyOf') ?? {})) yield* membersOf(tree, form, path, within)
  for (const [name, member] of Object.entries(step(known, 'properties') ?? {})) {
    yield `${path}.${name}`
    yield* membersOf(tree, member, `${path}.${name}`, within)
  }
}

function* unknownMembers(document: unknown, schema: unknown, value: unknown, path: string): Generator<string> {
  const known = followed(document, schema)
  if (Array.isArray(value)) {
    for (const item of value) yield* unknownMembers(document, step(known, 'items'), item, `${path}[]`)
  } else if (isJson(value)) {
    const forms = [known, ...Object.values(step(known, 'anyOf') ?? {})].map((form) => followed(document, form))
    for (const [name, member] of Object.entries(value)) {
      const found = forms.map((form) => step(step(form, 'properties'), name)).find((form) => form !== undefined)
      if (found === undefined) yield `${path}.${name}`
      // A member that may be anything.
      else if (Object.keys(found ?? {}).some((key) => key !== 'description'))
        yield* unknownMembers(document, found, member, `${path}.${name}`)
    }
  }
}

/** The members of a body of JSON that a document of OpenAPI does not have; a request's `target` is path and query. */
export function undocumentedMembers(document: unknown, target: string, status: number, body: unknown): string[] {
  const path = target.split('?')[0] ?? ''
  const found = Object.entries(step(document, 'paths') ?? {}).find(([pattern]) =>
    new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]*')}$`).test(path),
  )
  const responses = step(step(found?.[1], 'get'), 'responses')
  const response = step(responses, status) ?? step(responses, 'default')
  const schema = step(step(step(response, 'content'), 'application/json'), 'schema')
  return schema === undefined ? [] : [...unknownMembers(document, schema, body, found?.[0] ?? '')]
}
