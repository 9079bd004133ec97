export type Tree = Readonly<Record<string, unknown>>

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One member of a message: how the network writes a stored value as JSON. */
export interface Field {
  render: (value: unknown) => unknown
  /** JSON schema of what is written. */
  schema: Tree
  optional?: true
  isMessage?: true
}

export type MessageFields = Readonly<Record<string, Field>>

const plainText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined

export const string: Field = { render: (value) => plainText(value) ?? '', schema: { type: 'string' } }
/** 64 bits, written as text. */
export const integer: Field = {
  render: (value) => plainText(value) ?? '0',
  schema: { type: 'string', pattern: '^[+-]?\\d+$' },
}
/** A double, written as a number. */
export const number: Field = { render: (value) => value ?? 0, schema: { type: 'number' } }
export const flag: Field = { render: (value) => value === true || value === 'true', schema: { type: 'boolean' } }
/** Whatever JSON was stored. */
export const stored: Field = { render: (value) => value ?? null, schema: {} }
/** JSON schema of an enumeration that may grow: a known name, another one, or the number of a value without a name. */
const openNames = (names: readonly string[]): Tree => ({
  anyOf: [{ type: 'string', enum: names }, { type: 'string' }, { type: 'integer' }],
})
/** An enumeration, stored by name or by number; a number that has no name stays a number. */
export const name = (...names: string[]): Field => ({
  render: (value) => (typeof value === 'string' ? value : (names[Number(value ?? 0)] ?? value)),
  schema: openNames(names),
})
export const message = (members: MessageFields): Field => ({
  render: (value) => (isTree(value) ? renderMessage(members, value) : null),
  schema: { ...messageSchema(members), type: ['object', 'null'] },
  isMessage: true,
})
export const list = (item: Field): Field => ({
  render: (value) => (Array.isArray(value) ? value.map(item.render) : []),
  schema: { type: 'array', items: item.schema },
})
/** Absent when unset; also each member of a oneof. */
export const whenSet = (field: Field): Field => ({ ...field, optional: true })

/** JSON schema of a message. Unknown members may follow. */
export const messageSchema = (members: MessageFields): Tree => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(members).map(([member, { schema }]) => [member, schema])),
  required: Object.keys(members).filter((member) => !members[member]?.optional),
})

/** A stored object as a message (wire.md 2.2): what is unset is zero, null or empty. Unknown members follow the others. */
export function renderMessage(members: MessageFields, value: Tree): Tree {
  const known = Object.entries(members).filter(
    ([member, { optional }]) => !optional || (value[member] ?? null) !== null,
  )
  const rendered = known.map(([member, { render }]) => [member, render(value[member])] as const)
  const unknown = Object.entries(value).filter(([member]) => !Object.hasOwn(members, member))
  return Object.fromEntries([...rendered, ...unknown])
}
