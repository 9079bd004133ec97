// docs/api.md out of the OpenAPI document. A test holds the file to it: `npm run docs` writes it anew.

/** @typedef {{ [name: string]: any }} Tree */

/** @param {string | undefined} value */
const cell = (value) => (value ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ')

/** @param {string[]} head @param {string[][]} rows */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

/** @param {Tree} schema @returns {string} */
function typeOf(schema) {
  if (schema.$ref) return `[${schema.$ref.split('/').at(-1)}](#${schema.$ref.split('/').at(-1).toLowerCase()})`
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  return [schema.type ?? 'any'].flat().join(' or ')
}

/** Members of a record, those of the objects in it by dotted names. @param {Tree} schema @param {string} prefix @returns {string[][]} */
const members = (schema, prefix = '') =>
  Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    ...(member.description
      ? [
          [
            `\`${prefix}${name}\``,
            typeOf(member),
            schema.required?.includes(name) ? '' : 'may be absent',
            member.description,
          ],
        ]
      : []),
    ...members(member, `${prefix}${name}.`),
  ])

/** @param {Tree} schema */
const names = (schema) => schema.enum

/** @param {string} name @param {Tree} schema */
function record(name, schema) {
  const known = names(schema)
  const rows = members(schema)
  const parts = [`### ${name}`, schema.description ?? '']
  if (known)
    parts.push(`Known names: ${known.map((/** @type {string} */ one) => `\`${one}\``).join(', ')}. Others may come.`)
  if (rows.length > 0) parts.push(table(['member', 'type', '', 'meaning'], rows))
  return parts.filter(Boolean).join('\n\n')
}

/** @param {Tree} op */
function example(op) {
  const [media, content] = Object.entries(op.responses[200]?.content ?? {})[0] ?? []
  if (content?.example === undefined) return ''
  const text = typeof content.example === 'string' ? content.example : JSON.stringify(content.example, null, 2)
  return `\`\`\`${media === 'application/json' ? 'json' : 'text'}\n${text}\n\`\`\``
}

/** @param {string} path @param {Tree} op @param {Tree} shared */
function operation(path, op, shared) {
  const rows = op.parameters
    .map((/** @type {Tree} */ one) => (one.$ref ? shared[one.$ref.split('/').at(-1)] : one))
    .map((/** @type {Tree} */ one) => [`\`${one.name}\``, one.in, one.required ? 'required' : '', one.description])
  const statuses = Object.keys(op.responses)
    .filter((status) => status < '400')
    .map((status) => `${status}: ${op.responses[status].description}`)
  return [
    `### ${op.operationId}`,
    `\`GET ${path}\``,
    op.description,
    rows.length > 0 ? table(['parameter', 'in', '', 'meaning'], rows) : '',
    `Answers: ${statuses.join(' ')}`,
    example(op),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/**
 * The document as Markdown.
 * @param {Tree} document
 */
export function apiMarkdown({ info, tags, paths, components }) {
  const parts = ['# API', info.description]
  parts.push(
    'Made from the OpenAPI document, which each service has at `/openapi.json`: `npm run docs` writes it anew.',
  )
  for (const tag of tags) {
    const own = Object.entries(paths).filter(([, { get }]) => get.tags.includes(tag.name))
    parts.push(`## ${tag.name}`, tag.description)
    parts.push(...own.map(([path, { get }]) => operation(path, get, components.parameters)))
  }
  const [first] = Object.values(paths)
  const failures = Object.entries(first?.get.responses ?? {}).filter(([status]) => status >= '400' && status < 'a')
  parts.push(
    '## Failures',
    table(
      ['status', 'meaning'],
      failures.map(([status, { description }]) => [status, description]),
    ),
  )
  parts.push('## Response headers')
  const rows = Object.entries(components.headers).map(([name, { description }]) => [`\`${name}\``, description])
  parts.push(table(['header', 'meaning'], rows), '## Records')
  parts.push(...Object.entries(components.schemas).map(([name, schema]) => record(name, schema)))
  return `${parts.join('\n\n')}\n`
}
