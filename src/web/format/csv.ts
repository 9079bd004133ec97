export type Separator = ',' | ';'

const decimal = /^[+-]?\d+(?:\.\d+)?$/
/** The start of a formula, in full width too, or characters that spreadsheets skip before one. */
const formula = /^(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe; numbers stay. */
export const withoutFormula = (cell: string): string => (!decimal.test(cell) && formula.test(cell) ? `'${cell}` : cell)

/** Quotes both separators, so that programs that guess the separator guess right. */
const quoted = (cell: string): string => (/["\r\n,;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** One CSV row (RFC 4180) ending in LF, values unchanged. Callers apply `withoutFormula` for spreadsheets. */
export const csvRow = (cells: readonly (string | number)[], separator: Separator = ','): string =>
  `${cells.map((cell) => quoted(String(cell))).join(separator)}\n`
