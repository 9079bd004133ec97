import * as v from 'valibot'

/** The scalars of the interface (section 2): what may not fit a JavaScript number travels as text. */

/** The digits that an integer of the interface has at most. */
export const maxDigits = 78

/** Text, or a number as its text. */
export const NumberText = v.pipe(v.union([v.string(), v.number()]), v.transform(String))

/** Numbers are accepted from nodes that send them; text from the caller is kept as it came. */
const textOrInteger = v.pipe(v.union([v.string(), v.pipe(v.number(), v.safeInteger())]), v.transform(String))

/** Hex id or a well-known name such as `network`. Output ids are lower case. */
export const Id = v.string()

/**
 * One of the names, or one that this build does not list. To the compiler those end in words that none has, so that a
 * comparison with a misspelt name is a type error; at run time they are the names as they came.
 */
export type OpenEnum<Name extends string> = Name | `${string} (not listed)`

/** An enumeration whose names are known so far: other names pass and are shown verbatim; a number without a name is its text. */
export const openEnum = <const Name extends string>(names: readonly Name[]) =>
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((value) => String(value) as OpenEnum<Name>),
    v.metadata({ names }),
  )

export const Uint64 = v.pipe(textOrInteger, v.regex(/^\d{1,78}$/, 'is not an unsigned integer'))

export const Int64 = v.pipe(textOrInteger, v.regex(/^[+-]?\d{1,78}$/, 'is not an integer'))

/** Unix nanoseconds as decimal text. @alias */
export const Nanoseconds = Int64

/** The most decimals of a price, a size or an amount; sizes may have as many below zero. No amount has more digits. */
export const maxDecimals = maxDigits

/** A number of decimals as text, from 0 to `maxDecimals`. */
export const DecimalPlaces = v.pipe(textOrInteger, v.regex(/^0*(?:[0-6]?\d|7[0-8])$/, 'is not from 0 to 78'))

/** The same, also below zero. */
export const SignedDecimalPlaces = v.pipe(
  textOrInteger,
  v.regex(/^[+-]?0*(?:[0-6]?\d|7[0-8])$/, 'is not from -78 to 78'),
)

/** A decimal number as text, such as `0.5`. */
export const Decimal = v.pipe(
  NumberText,
  v.regex(/^[+-]?\d{1,78}(?:\.\d{1,78})?$/, 'is not a decimal number of at most 78 digits before and after its point'),
)

/** A decimal or the empty text that the network writes where a value was never set. */
export const DecimalOrEmpty = v.pipe(
  NumberText,
  v.regex(/^(?:[+-]?\d{1,78}(?:\.\d{1,78})?)?$/, 'is neither a decimal number nor empty'),
)

/** An unsigned integer or empty text: the prices of a period without trades. */
export const PriceOrEmpty = v.pipe(textOrInteger, v.regex(/^\d{0,78}$/, 'is neither an unsigned integer nor empty'))

/** RFC3339 with up to nine fraction digits, or empty where a node knows no time. */
export const Rfc3339Nano = v.string()

/** The kinds of query parameter; the text rules are those of Go's strconv (wire.md 1.3). */
export type ParameterKind = 'string' | 'int32' | 'int64' | 'uint64' | 'bool'

export const TextParameter = v.pipe(v.string(), v.metadata({ parameter: 'string' }))
export const Int32Parameter = v.pipe(v.number(), v.metadata({ parameter: 'int32' }))
export const Int64Parameter = v.pipe(v.string(), v.metadata({ parameter: 'int64' }))
export const Uint64Parameter = v.pipe(v.string(), v.metadata({ parameter: 'uint64' }))
export const BooleanParameter = v.pipe(v.boolean(), v.metadata({ parameter: 'bool' }))

const numberLetters = /[-+.\dEe]+/y
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?$/
const longInteger = /^-?\d{16}\d*$/ // {16,} overflows the stack on millions of digits
const colonNext = /[ \t\n\r]*:/y

/** Behind the closing quote of the string whose inside starts at `at`; the end of the text when nothing closes it. */
function endOfString(text: string, at: number): number {
  for (let from = at; ;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return text.length
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return quote + 1
    from = quote + 1
  }
}

/** Whether a JavaScript number cannot give back the text: then the text itself is the value. */
const isTextOnly = (number: string): boolean =>
  jsonNumber.test(number) && (longInteger.test(number) || String(Number(number)) !== number)

const startsNumber = (letter: string | undefined): boolean =>
  letter === '-' || (letter !== undefined && letter >= '0' && letter <= '9')

/** The same JSON with quotes around each number that would not keep its text. Each letter is looked at a bounded number of times. */
function quoteNumbers(text: string): string {
  let quoted = ''
  let copied = 0
  for (let at = 0; at < text.length;) {
    const letter = text[at]
    if (letter === '"') {
      at = endOfString(text, at + 1)
    } else if (startsNumber(letter)) {
      numberLetters.lastIndex = at
      const number = numberLetters.exec(text)?.[0] ?? ''
      const start = at
      at += number.length
      colonNext.lastIndex = at
      // Quoted, a number would pass for a member's name.
      if (isTextOnly(number) && !colonNext.test(text)) {
        quoted += `${text.slice(copied, start)}"${number}"`
        copied = at
      }
    } else {
      at += 1
    }
  }
  return copied === 0 ? text : quoted + text.slice(copied)
}

/** JSON.parse in linear time that reads a number as text where JavaScript would write it differently. */
export const parseJson = (text: string): unknown => JSON.parse(quoteNumbers(text))

/** The same; undefined for text that is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Floor division: the quotient is rounded towards minus infinity, so that times before 1970 round towards the past. */
export function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value % by < 0n ? quotient - 1n : quotient
}

/** The quotient rounded towards plus infinity. */
export const ceilDivide = (value: bigint, by: bigint): bigint => -floorDivide(-value, by)
