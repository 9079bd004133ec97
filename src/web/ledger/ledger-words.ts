import { groupDigits, shiftDecimals, trimZeros } from '../format/amount.ts'
import { cellTime, formatInstant, type Precision, type Zone } from '../format/time.ts'
import { fromRfc3339 } from '../../wire/rfc3339.ts'
import { plural } from '../format/words.ts'
import { ledgerTimeIso } from './rows/ledger-time.ts'
import type { FailureFacts } from '../client/node-failure.ts'

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
  const ns = fromRfc3339(ledgerTimeIso(text))
  return ns === undefined ? text : write(ns, zone)
}

/** The same in a cell whose column names the zone. */
export const csvCellTime = (text: string, zone: Zone, precision: Precision): string =>
  csvTime(text, zone, (ns) => cellTime(ns, zone, precision))

export const grouped = (count: number): string => groupDigits(String(count))
export const rowWords = (rows: number): string => plural(rows, 'row')

/** A raw amount as people read it: `1234500, 6` is `1.2345`. Grouped raw digits when the decimals are not known. */
export const plainAmount = (raw: string, decimals: number | undefined): string =>
  groupDigits(decimals === undefined ? raw : trimZeros(shiftDecimals(raw, decimals)))

/** The same with its sign; zero has none. */
export function signedAmount(raw: bigint, decimals: number | undefined): string {
  const text = plainAmount(raw.toString(), decimals)
  return raw > 0n ? `+${text}` : text
}

/** The error of the node, the connection or the browser, in one line. */
export function failureSentence({ status, code, message, detail }: FailureFacts): string {
  const numbers = [status === undefined ? '' : `Status ${status}`, code === undefined ? '' : `code ${code}`]
  const head = numbers.filter(Boolean).join(', ')
  const more = [detail?.code, detail?.message].filter((part) => part !== undefined && part !== '').join(' ')
  const inner = detail?.inner ? `: ${detail.inner}` : ''
  return `${head === '' ? '' : `${head}. `}${message}${more === '' && inner === '' ? '' : ` (${more}${inner})`}`
}

/** The title of a ledger of which nothing came; `what` is a noun phrase. Only a node that answers has refused it. */
export const nothingCame = (failure: FailureFacts | undefined, what: string): string =>
  failure === undefined || ['answer', 'absent', 'unknown'].includes(failure.kind)
    ? `The service refused ${what}`
    : `Could not load ${what}`

/** Shown where a security policy forbids WebAssembly, which alone computes the hash. */
export const noHashWords = 'No SHA-256: the server of this page blocks WebAssembly, which computes it.'
