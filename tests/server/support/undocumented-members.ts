import { openApiDocument } from '../../../src/server/http/openapi/openapi.ts'

type Json = Record<string, unknown>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const document = openApiDocument('1')

const step = (value: unknown, name: string | number): unknown =>
  Object.entries(value ?? {}).find(([key]) => key === String(name))?.[1]

function followed(schema: unknown): unknown {
  const to = step(schema, '$ref')
  return typeof to === 'string' ? followed(to.split('/').slice(1).reduce(step, document)) : schema
}

function* membersOf(schema: unknown, value: unknown, path: string): Generator<string> {
  const known = followed(schema)
  if (Array.isArray(value)) {
    for (const item of value) yield* membersOf(step(known, 'items'), item, `${path}[]`)
  } else if (isJson(value)) {
    const forms = [known, ...Object.values(step(known, 'anyOf') ?? {})].map(followed)
    for (const [name, member] of Object.entries(value)) {
      const found = forms.map((form) => step(step(form, 'properties'), name)).find((form) => form !== undefined)
      if (found === undefined) yield `${path}.${name}`
      // A member that may be anything.
      else if (Object.keys(found ?? {}).some((key) => key !== 'description'))
        yield* membersOf(found, member, `${path}.${name}`)
    }
  }
}

/** The members of a body of JSON that the document does not have; a request's `target` is path and query. */
export function undocumentedMembers(target: string, status: number, body: unknown): string[] {
  const path = target.split('?')[0] ?? ''
  const found = Object.entries(step(document, 'paths') ?? {}).find(([pattern]) =>
    new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]*')}$`).test(path),
  )
  const responses = step(step(found?.[1], 'get'), 'responses')
  const response = step(responses, status) ?? step(responses, 'default')
  const schema = step(step(step(response, 'content'), 'application/json'), 'schema')
  return schema === undefined ? [] : [...membersOf(schema, body, found?.[0] ?? '')]
}
