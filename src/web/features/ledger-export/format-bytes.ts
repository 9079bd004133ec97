import { groupDigits, shiftDecimals, trimZeros } from '../../format/amount.ts'
import { cellTime, formatInstant, type Precision, type Zone } from '../../format/time.ts'
import { fromRfc3339 } from '../../../wire/rfc3339.ts'
import { plural } from '../../format/words.ts'
import { isoUtc } from '../../ledger/rows/ledger-time.ts'
import type { FailureFacts } from '../../client/node-failure.ts'
import type { Target } from '../../ledger/stream/output-file.ts'
import type { Outcome, Run } from './run/run-model.ts'

const units = ['B', 'kB', 'MB', 'GB']

/** Sizes in steps of 1,000, rounded down to two decimals; titles show the exact count. */
export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** step
  return `${step === 0 || value >= 100 ? Math.floor(value) : Math.floor(value * 100) / 100} ${units[step] ?? ''}`
}

/** A time of the CSV (`2024-03-01 10:00:00.1+00`) in the zone of the page; other text unchanged. */
export function csvTime(text: string | undefined, zone: Zone, write: typeof formatInstant = formatInstant): string {
  if (text === undefined) return '–'
  const ns = fromRfc3339(isoUtc(text))
  return ns === undefined ? text : write(ns, zone)
}

/** The same in a cell whose column names the zone. */
export const csvCellTime = (text: string, zone: Zone, precision: Precision): string =>
  csvTime(text, zone, (ns) => cellTime(ns, zone, precision))

export const grouped = (count: number): string => groupDigits(String(count))
export const rowWords = (rows: number): string => plural(rows, 'row')

/** Which rows a preview shows. Only those of a complete export are called all. */
export function previewWords(shown: number, rows: number, outcome: Outcome | undefined): string {
  const some = shown < rows
  if (outcome === undefined)
    return some ? `first ${grouped(shown)} of ${rowWords(rows)} so far` : `${rowWords(rows)} so far`
  if (some) return `first ${grouped(shown)} of ${rowWords(rows)}`
  return outcome === 'complete' ? `all ${rowWords(rows)}` : `the ${rowWords(rows)} received`
}

/** A raw amount as people read it: `1234500, 6` is `1.2345`. Grouped raw digits when the decimals are not known. */
export const plainAmount = (raw: string, decimals: number | undefined): string =>
  groupDigits(decimals === undefined ? raw : trimZeros(shiftDecimals(raw, decimals)))

/** The same with its sign; zero has none. */
export function signedAmount(raw: bigint, decimals: number | undefined): string {
  const text = plainAmount(raw.toString(), decimals)
  return raw > 0n ? `+${text}` : text
}

/** Where the bytes went. */
export const targetWords: Readonly<Record<Target['kind'], string>> = {
  file: 'Written to the file you chose.',
  private: 'Collected in the browser, then saved as a download.',
  memory: 'Held in memory, then saved as a download.',
}

/** The heading of an ended run. */
export function titleOf({ outcome, label, result }: Run, rows: number): string {
  switch (outcome) {
    case 'complete':
      if (rows === 0) return label === '' ? 'No entries in this range' : `No entries in ${label}`
      return label === '' ? `Complete: ${rowWords(rows)}` : `${label} is complete: ${rowWords(rows)}`
    case 'unchecked':
      return `End not checked: ${rowWords(rows)}`
    case 'cancelled':
      return 'Cancelled: nothing was kept'
    case 'refused':
      return 'The service refused this export'
    default:
      if (rows > 0) return `Incomplete: cut after ${rowWords(rows)}`
      return result !== undefined
        ? 'Incomplete: it ended before the first row'
        : 'Incomplete: the export did not finish'
  }
}

/** The error of the node, the connection or the browser, in one line. */
export function failureLine({ status, code, message, detail }: FailureFacts): string {
  const numbers = [status === undefined ? '' : `Status ${status}`, code === undefined ? '' : `code ${code}`]
  const head = numbers.filter(Boolean).join(', ')
  const more = [detail?.code, detail?.message].filter((part) => part !== undefined && part !== '').join(' ')
  const inner = detail?.inner ? `: ${detail.inner}` : ''
  return `${head === '' ? '' : `${head}. `}${message}${more === '' && inner === '' ? '' : ` (${more}${inner})`}`
}

/** Shown where a security policy forbids WebAssembly, which alone computes the hash. */
export const noHashWords = 'No SHA-256: the server of this page blocks WebAssembly, which computes it.'
