/** JSON handled as text, so that no digit of a number and no order of members is lost on the way through. */

/** JSON text made by the database or another node; passed on without being parsed. The type says what it would parse to. */
export class Json<T> {
  declare readonly means: T
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A reply whose members may be JSON text already. */
export type Rendered<T> = { [Name in keyof T]: T[Name] | Json<T[Name]> }

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** One object of which members may be JSON text already; undefined members are left out. */
export function joinMembers(reply: object): string {
  let text = ''
  for (const [name, value] of Object.entries(reply)) {
    if (value === undefined) continue
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${value instanceof Json ? value.text : JSON.stringify(value)}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** The same JSON with one space per level (`?pretty`, wire.md 2.1). Expects well-formed text. */
export function indent(text: string): string {
  let out = ''
  let level = 0
  let empty = false
  const line = (): string => `\n${' '.repeat(level)}`
  for (const [part] of text.matchAll(token)) {
    if (part === '}' || part === ']') {
      level -= 1
      out += empty ? part : line() + part
    } else {
      if (empty) out += line()
      out += part === ':' ? ': ' : part
      if (part === ',') out += line()
    }
    empty = part === '{' || part === '['
    if (empty) level += 1
  }
  return out
}

/** The members of a JSON object, each as the text it was sent as. Expects the well-formed text of an object. */
export function membersOf(text: string): Record<string, Json<unknown>> {
  const members: Record<string, Json<unknown>> = {}
  let level = 0
  let name: string | undefined
  let value = ''
  const keep = (): void => {
    if (name !== undefined) Object.defineProperty(members, name, { value: new Json(value), enumerable: true })
    name = undefined
    value = ''
  }
  for (const [part] of text.matchAll(token)) {
    const opens = part === '{' || part === '['
    if (part === '}' || part === ']') level -= 1
    if (level === 1 && (part === ',' || part === ':')) {
      if (part === ',') keep()
      else {
        name = String(JSON.parse(value))
        value = ''
      }
    } else if (level > 0 && !(opens && level === 0)) value += part
    if (opens) level += 1
  }
  keep()
  return members
}
