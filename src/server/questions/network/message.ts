export type Tree = Readonly<Record<string, unknown>>

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One member of a message: how the network writes a stored value as JSON. */
export interface Field {
  render: (value: unknown) => unknown
  optional?: true
  isMessage?: true
}

export type MessageFields = Readonly<Record<string, Field>>

const plainText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined

export const string: Field = { render: (value) => plainText(value) ?? '' }
/** 64 bits, written as text. */
export const integer: Field = { render: (value) => plainText(value) ?? '0' }
/** A double, written as a number. */
export const number: Field = { render: (value) => value ?? 0 }
export const flag: Field = { render: (value) => value === true || value === 'true' }
/** Whatever JSON was stored. */
export const stored: Field = { render: (value) => value ?? null }
/** An enumeration, stored by name or by number; a number that has no name stays a number. */
export const name = (...names: string[]): Field => ({
  render: (value) => (typeof value === 'string' ? value : (names[Number(value ?? 0)] ?? value)),
})
export const message = (members: MessageFields): Field => ({
  render: (value) => (isTree(value) ? renderMessage(members, value) : null),
  isMessage: true,
})
export const list = (item: Field): Field => ({
  render: (value) => (Array.isArray(value) ? value.map(item.render) : []),
})
/** Absent when unset; also each member of a oneof. */
export const whenSet = (field: Field): Field => ({ ...field, optional: true })

/** A stored object as a message (wire.md 2.2): what is unset is zero, null or empty. Unknown members follow the others. */
export function renderMessage(members: MessageFields, value: Tree): Tree {
  const known = Object.entries(members).filter(
    ([member, { optional }]) => !optional || (value[member] ?? null) !== null,
  )
  const rendered = known.map(([member, { render }]) => [member, render(value[member])] as const)
  const unknown = Object.entries(value).filter(([member]) => !Object.hasOwn(members, member))
  return Object.fromEntries([...rendered, ...unknown])
}
