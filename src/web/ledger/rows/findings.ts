import { ledgerColumns } from '../../../wire/ledger-export.ts'
import { plural } from '../../format/words.ts'
import { fieldsOf } from './csv-scanner.ts'
import type { AccountCheck } from './ledger-totals.ts'
import { ledgerMicros } from './ledger-time.ts'

/** What was found in a file: `info` was understood, `watch` may be wrong, `limit` was not understood. */
export interface Finding {
  state: 'info' | 'watch' | 'limit'
  words: string
}

/** Rows in which something was found, and the first of them. */
export interface Found {
  rows: number
  first: number
  /** The first value, as in the file. */
  sample: string
}

/** What may separate the columns of a file, and what it is called where it is not the comma of an export. */
export const separators = { ',': undefined, ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' } as const
const cure = 'Open the original export.'

/** `2 rows (the first is row 7)`. */
const rowsWords = ({ rows, first }: Found): string =>
  rows === 1 ? `Row ${first}` : `${plural(rows, 'row')}, the first of them row ${first}`

const sentences: Readonly<Record<string, { state: Finding['state']; say: (found: Found) => string }>> = {
  header: {
    state: 'limit',
    say: ({ rows, first }) =>
      `Row ${first} is a second header: the file holds ${rows === 1 ? 'two' : rows + 1} exports. Only the first is read.`,
  },
  party: { state: 'limit', say: (found) => `${rowsWords(found)}: of another party, and left out.` },
  digits: {
    state: 'limit',
    say: (found) =>
      `${rowsWords(found)}: ${found.sample}: digits were lost by the program that saved it. The accounts cannot be checked. ${cure}`,
  },
  space: {
    state: 'limit',
    say: (found) => `${rowsWords(found)}: ${found.sample}, with a space or a line break in it. ${cure}`,
  },
  amount: {
    state: 'limit',
    say: (found) =>
      `${rowsWords(found)}: ${found.sample}, which is no whole number. The accounts cannot be checked. ${cure}`,
  },
  time: {
    state: 'limit',
    say: (found) =>
      `${rowsWords(found)}: ${found.sample}, which is no time of an export: another program changed it. ${cure}`,
  },
  effect: {
    state: 'limit',
    say: (found) => `${rowsWords(found)}: ${found.sample}, which does not fit the quantity and the party. ${cure}`,
  },
  last: {
    state: 'watch',
    say: ({ sample }) => `The last line has no line end: the file may be cut there, also within ${sample}.`,
  },
  order: {
    state: 'watch',
    say: (found) =>
      `Rows are not in the order of time, first at row ${found.first}: balances cannot be checked, and entries may be in the file twice. ${cure}`,
  },
  repeat: {
    state: 'limit',
    say: (found) =>
      `${rowsWords(found)}: the same as an earlier row of its block, and its balance does not follow. It is there twice, and left out.`,
  },
  same: {
    state: 'watch',
    say: (found) =>
      `${rowsWords(found)}: the same as an earlier row of its block. If the original export has it once, sums count it twice.`,
  },
}

function laterWords({ rows, within }: { rows: number; within: number }): string {
  const behind = `${plural(rows, 'row')} behind the second header ${rows === 1 ? 'is' : 'are'} left out`
  if (within === 0) return `${behind}; none of them overlap with the first export.`
  return `${behind}; ${within === rows ? 'all' : within} of them overlap with the time of the first export.`
}

/** Why a line is no header of a ledger export, with what to do about it. */
export function refusalOf(line: string): string {
  const separator = Object.keys(separators).find((one) => line.includes(one)) ?? ','
  const cells = fieldsOf(line, separator)
  const missing = ledgerColumns.filter((name) => !cells.includes(name))
  if (missing.length < ledgerColumns.length)
    return `The header lacks the column${missing.length === 1 ? '' : 's'} ${missing.join(', ')}. ${cure}`
  if (cells.length === ledgerColumns.length && !Number.isNaN(ledgerMicros(cells[0] ?? '')))
    return `The file has no header in its first line, only rows: it was cut or sorted. ${cure}`
  return `Not a ledger export: it begins "${line.slice(0, 60)}". Open a CSV file that the ledger export saved.`
}

/** What the verdict on a file names, in the order in which it matters. */
export function findingsOf({
  found,
  later,
  isRounded,
  broken,
  saved,
}: {
  found: ReadonlyMap<string, Found>
  /** Rows of a second export, and those of them that lie within the time of the first. */
  later: { rows: number; within: number }
  isRounded: boolean
  /** Accounts of which a balance does not follow. */
  broken: readonly AccountCheck[]
  saved: readonly string[]
}): Finding[] {
  const findings = Object.entries(sentences).flatMap(([kind, { state, say }]): Finding[] => {
    const rows = found.get(kind)
    return rows ? [{ state, words: say(rows) }] : []
  })
  const breaks = broken.reduce((sum, account) => sum + account.breaks, 0)
  if (later.rows > 0) findings.push({ state: 'limit', words: laterWords(later) })
  if (isRounded) findings.push({ state: 'watch', words: roundedWords })
  if (breaks > 0) findings.push({ state: 'watch', words: brokenWords(breaks, broken[0]?.firstBreak?.time ?? '') })
  if (saved.length > 0) findings.push({ state: 'info', words: `Saved with ${saved.join(', ')}: understood.` })
  return findings
}

const roundedWords =
  'Every long amount ends in zeros: spreadsheets round to 15 digits. Compare with the original export.'

const brokenWords = (breaks: number, first: string): string =>
  `${plural(breaks, 'balance does', 'balances do')} not follow from the entry before, first at ${first}: the file may lack entries, or hold some twice.`

/**
 * Whether the numbers so far may have been rounded to so many digits: each that is longer ends in zeros, and one of them
 * uses all the digits before these. A round amount, such as 1,000 tokens of 18 decimals, has few digits.
 */
export class Rounding {
  readonly #digits: number
  #isFilled = false
  #exact = 0

  constructor(digits: number) {
    this.#digits = digits
  }

  add(amount: string): void {
    if (amount.length <= this.#digits) return
    if (/[1-9]/.test(amount.slice(this.#digits))) this.#exact++
    else this.#isFilled ||= amount[this.#digits - 1] !== '0'
  }

  get isLikely(): boolean {
    return this.#isFilled && this.#exact === 0
  }
}
