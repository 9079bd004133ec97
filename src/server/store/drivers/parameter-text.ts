import type { SqlValue } from '../db.ts'

const quoted = (element: string): string => `"${element.replaceAll(/["\\]/g, String.raw`\$&`)}"`

/** A parameter in PostgreSQL's text form: text stays text, a list becomes an array literal such as `{"a","b"}`. */
export const parameterText = (value: SqlValue): string | null =>
  value === null || typeof value === 'string' ? value : `{${value.map(quoted).join(',')}}`
