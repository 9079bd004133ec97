import { idText, nanoseconds } from './statement.ts'

/** One member of a wire record as SQL text of its JSON: a row arrives as the JSON that is sent. */
export interface Member {
  /** An expression that gives JSON text; NULL when the member is absent. */
  json: string
  optional: boolean
}

const member = (json: string): Member => ({ json, optional: false })

/** Text without characters to escape: digits, hex, names of enumerations. */
export const word = (sql: string): Member => member(`'"' || ${sql} || '"'`)
/** An id column: hex, or a well-known name. */
export const id = (column: string): Member => word(idText(column))
/** An instant in Unix nanoseconds. */
export const time = (column: string): Member => word(nanoseconds(column))
/** An instant in Unix nanoseconds, 0 where there is none. */
export const nanosecondsOrZero = (column: string): Member => word(`coalesce(${nanoseconds(column)}, '0')`)
export const text = (sql: string): Member => member(`to_json(${sql})::text`)
/** JSON as it is stored or made by another expression. */
export const json = (sql: string): Member => member(`(${sql})::text`)
/** An exact number without trailing zeros, in quotes. */
export const decimal = (column: string): Member => word(`trim_scale(${column})::text`)
/** The name of a stored enum number; a number without a name stays a number (wire.md 2.2). */
export const enumeration = (column: string, names: readonly string[]): Member =>
  member(
    `case ${column} ${names.map((name, number) => `when ${number} then '"${name}"'`).join(' ')} else ${column}::text end`,
  )
/** Leaves the member out where its expression is NULL, or where `when` does not hold. */
export const optional = ({ json, when }: Pick<Member, 'json'> & { when?: string }): Member => ({
  json: when === undefined ? json : `case when ${when} then ${json} end`,
  optional: true,
})
/** `null` where the condition does not hold. */
export const nullUnless = (condition: string, { json }: Member): Member =>
  member(`case when ${condition} then ${json} else 'null' end`)

/** One member for each name of the wire's record. */
export type RecordOf<Node> = { [Name in keyof Required<Node>]: Member }

/** SQL text of the JSON object; its first member must not be optional. */
export function record<Node>(members: RecordOf<Node>): Member {
  let parts = ''
  for (const [name, { json, optional }] of Object.entries<Member>(members)) {
    if (parts === '') parts = `'{"${name}":' || ${json}`
    else parts += optional ? ` || coalesce(',"${name}":' || ${json}, '')` : ` || ',"${name}":' || ${json}`
  }
  // Join adjacent pieces of fixed text: every `||` copies the row.
  return member(`${parts} || '}'`.replaceAll(`' || '`, ''))
}
