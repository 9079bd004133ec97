/** A separator of CSV; spreadsheets of some countries expect the semicolon. */
export type Separator = ',' | ';'

const decimal = /^[+-]?\d+(?:\.\d+)?$/
/** What a spreadsheet takes for the beginning of a formula, in the full width of East Asian text too, or skips before one. */
const formula = /^(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/

/** A cell that no spreadsheet runs as a formula: numbers stay as they are, other text gets an apostrophe in front. */
export const withoutFormula = (cell: string): string => (!decimal.test(cell) && formula.test(cell) ? `'${cell}` : cell)

/** Both separators are quoted in either form: a program that guesses the separator then guesses right. */
const quoted = (cell: string): string => (/["\r\n,;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * One row of CSV (RFC 4180) with its line end, LF. Values are written exactly; `withoutFormula` is the caller's, where a
 * file is made for a spreadsheet.
 */
export const csvRow = (cells: readonly (string | number)[], separator: Separator = ','): string =>
  `${cells.map((cell) => quoted(String(cell))).join(separator)}\n`
