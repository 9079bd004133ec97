/**
 * How the network writes a message as JSON (wire.md 2.2): every plain member is there, with its zero where nothing was
 * stored; an unset message is null; an unset optional or oneof member is absent; a repeated one is an array.
 */
export type Field =
  | { kind: 'text' | 'integer' | 'number' | 'flag'; optional: boolean }
  | { kind: 'name'; names: readonly string[]; optional: boolean }
  | { kind: 'message'; message: Message; optional: boolean }
  | { kind: 'list'; of: Field; optional: boolean }
  | { kind: 'stored'; optional: boolean }

/** Members in the order of their declaration. */
export type Message = Readonly<Record<string, Field>>

export const text: Field = { kind: 'text', optional: false }
/** 64 bits, written as text. */
export const integer: Field = { kind: 'integer', optional: false }
/** A double, written as a number. */
export const number: Field = { kind: 'number', optional: false }
export const flag: Field = { kind: 'flag', optional: false }
/** Whatever JSON was stored. */
export const stored: Field = { kind: 'stored', optional: false }
/** An enumeration, stored by name or by number. */
export const name = (...names: string[]): Field => ({ kind: 'name', names, optional: false })
export const message = (message: Message): Field => ({ kind: 'message', message, optional: false })
export const list = (of: Field): Field => ({ kind: 'list', of, optional: false })
/** Absent when unset; also each member of a oneof. */
export const optional = (field: Field): Field => ({ ...field, optional: true })

/** A JSON object. */
export type Tree = Readonly<Record<string, unknown>>

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const plainText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined

/** A number that has no name stays a number. */
const nameOf = (names: readonly string[], value: unknown): unknown =>
  typeof value === 'string' ? value : (names[Number(value ?? 0)] ?? value)

const renderList = (item: Field, value: unknown): unknown[] =>
  Array.isArray(value) ? value.map((one: unknown) => renderField(item, one)) : []

function renderField(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'text':
      return plainText(value) ?? ''
    case 'integer':
      return plainText(value) ?? '0'
    case 'number':
      return value ?? 0
    case 'flag':
      return value === true || value === 'true'
    case 'name':
      return nameOf(field.names, value)
    case 'message':
      return isTree(value) ? renderMessage(field.message, value) : null
    case 'list':
      return renderList(field.of, value)
    case 'stored':
      return value ?? null
  }
}

/** A stored object as a message. Unknown members are passed on after the others. */
export function renderMessage(message: Message, value: Tree): Tree {
  const rendered: [string, unknown][] = []
  for (const [member, field] of Object.entries(message)) {
    const stored = value[member]
    if (field.optional && (stored === undefined || stored === null)) continue
    rendered.push([member, renderField(field, stored)])
  }
  const unknown = Object.entries(value).filter(([member]) => !Object.hasOwn(message, member))
  return Object.fromEntries([...rendered, ...unknown])
}
