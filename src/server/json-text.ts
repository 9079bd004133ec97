/** JSON handled as text, so that no digit of a number is lost and members keep their order. */

/** JSON text from the database or another node, passed on without being parsed. The type is what it would parse to. */
export class Json<T> {
  declare readonly means: T
  constructor(readonly text: string) {}
}

/** A reply that is JSON text already, whole or in some members. */
export type Rendered<T> = Json<T> | { [Name in keyof T]: T[Name] | Json<T[Name]> }

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The JSON text of a reply, which may hold JSON text already; undefined members are left out. */
export function joinMembers(reply: object): string {
  if (reply instanceof Json) return reply.text
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

/** The same JSON without white space between its tokens. Expects well-formed text; one without any is returned as it is. */
export const compact = (text: string): string => (/\s/.test(text) ? (text.match(token)?.join('') ?? '') : text)
