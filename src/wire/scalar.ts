import * as v from 'valibot'

/**
 * The scalars of the interface. Everything that may not fit a JavaScript number travels as text:
 * 64-bit integers, amounts, prices and factors. See interface.md section 2.
 */

const unsigned = /^\d{1,78}$/
const integer = /^[+-]?\d{1,78}$/
const price = /^\d*$/
const decimal = /^[+-]?\d+(?:\.\d+)?$/

/** Those that every text of digits fits, up to `mostDigits` of them: a loop over the letters tells that sooner. */
export const digitPatterns: ReadonlySet<RegExp> = new Set([unsigned, integer, price])
export const mostDigits = 78

/** Numbers are accepted from nodes that send them; text from the caller is kept as it came. */
const textOrInteger = v.pipe(v.union([v.string(), v.pipe(v.number(), v.safeInteger())]), v.transform(String))

/** Hex id or a well-known name such as `network`. Output ids are lower case. */
export const Id = v.string()

/** An open enumeration: names unknown to this build pass and are shown verbatim; an unknown number is its text. */
export const EnumName = v.pipe(v.union([v.string(), v.number()]), v.transform(String))

/** uint64 as decimal text. */
export const Uint64 = v.pipe(textOrInteger, v.regex(unsigned, 'is not an unsigned integer'))

/** int64 as decimal text. */
export const Int64 = v.pipe(textOrInteger, v.regex(integer, 'is not an integer'))

/** Unix nanoseconds as decimal text. */
export const Nanoseconds = Int64

/** A decimal number as text, such as `0.5`. */
export const Decimal = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.regex(decimal, 'is not a decimal number'),
)

/** A decimal or the empty text that the network writes where a value was never set. */
export const DecimalOrEmpty = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.regex(/^(?:[+-]?\d+(?:\.\d+)?)?$/, 'is neither a decimal number nor empty'),
)

/** An unsigned integer or empty text: the prices of a period without trades. */
export const PriceOrEmpty = v.pipe(textOrInteger, v.regex(price, 'is neither an unsigned integer nor empty'))

/** RFC3339 with up to nine fraction digits, or empty where a node knows no time. */
export const Rfc3339Nano = v.string()

/** The kinds of query parameter; the text rules are those of Go's strconv (wire.md 1.3). */
export type ParameterKind = 'string' | 'int32' | 'int64' | 'uint64' | 'bool'

export const TextParameter = v.pipe(v.string(), v.metadata({ parameter: 'string' }))
export const Int32Parameter = v.pipe(v.number(), v.metadata({ parameter: 'int32' }))
export const Int64Parameter = v.pipe(v.string(), v.metadata({ parameter: 'int64' }))
export const Uint64Parameter = v.pipe(v.string(), v.metadata({ parameter: 'uint64' }))
export const BooleanParameter = v.pipe(v.boolean(), v.metadata({ parameter: 'bool' }))

const unsafe = /[:[,]\s*-?\d{16,}/
const stringOrLongInteger = /"(?:[^"\\]|\\.)*"|(?<![\w.+-])-?\d{16,}(?![\d.eE])/g

/**
 * JSON.parse that never rounds: integers of 16 digits or more outside strings are read as text.
 * Throws SyntaxError like JSON.parse.
 */
export function parseJson(text: string): unknown {
  if (!unsafe.test(text)) return JSON.parse(text)
  return JSON.parse(text.replace(stringOrLongInteger, (part) => (part.startsWith('"') ? part : `"${part}"`)))
}
