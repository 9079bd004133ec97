import { monthNames, monthOf, monthStart } from '../format/calendar.ts'
import { formatInstant, wholeSecond, type Zone } from '../format/time.ts'
import { plural } from '../format/words.ts'
import type { ExportRequest } from './request.ts'
import { ledgerSeconds } from './rows/ledger-time.ts'

/** A stretch of time in Unix nanoseconds, its end excluded; open where a side is missing. */
type Range = Pick<ExportRequest, 'from' | 'to'>

/** The range that an address or a form names; an end that it does not name is open. */
export const instantRangeOf = ({ from, to }: { readonly [End in keyof Range]?: string | undefined }): Range => ({
  ...(from && { from }),
  ...(to && { to }),
})

export type Preset =
  | 'day'
  | 'week'
  | 'this-month'
  | 'last-month'
  | 'quarter'
  | 'last-quarter'
  | 'year'
  | 'last-year'
  | 'all'

export const presets: readonly { value: Preset; label: string }[] = [
  { value: 'day', label: '24 h' },
  { value: 'week', label: '7 d' },
  { value: 'this-month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: 'quarter', label: 'This quarter' },
  { value: 'last-quarter', label: 'Last quarter' },
  { value: 'year', label: 'This year' },
  { value: 'last-year', label: 'Last year' },
  { value: 'all', label: 'All' },
]

const second = 1_000_000_000n
const secondsOfDay = 86_400
const day = BigInt(secondsOfDay) * second

/** Entries are selected by whole seconds (wire.md 5.3): the start is rounded down (`wholeSecond`), the end up. */
const up = (ns: bigint): bigint => wholeSecond(ns + second - 1n)

/** The name of a preset at `now`: `February`, `Q1`, `2024`; with the year where it may not be the current one. */
export function presetName(preset: Preset, now: bigint, zone: Zone, withYear: boolean): string {
  const label = presets.find(({ value }) => value === preset)?.label ?? preset
  const { from } = presetRange(preset, now, zone)
  if (from === undefined || preset === 'week' || preset === 'day') return label
  const { year, month } = monthOf(from, zone)
  if (preset === 'year' || preset === 'last-year') return String(year)
  const name =
    preset === 'quarter' || preset === 'last-quarter' ? `Q${Math.floor(month / 3) + 1}` : (monthNames[month] ?? label)
  return withYear ? `${name} ${year}` : name
}

/** The range of a preset at `now` (Unix nanoseconds), months and years by the calendar of the zone. */
export function presetRange(preset: Preset, now: bigint, zone: Zone): Range {
  const { year, month } = monthOf(now, zone)
  const start = (back: number) => monthStart(year, month + back, zone)
  switch (preset) {
    case 'all':
      return {}
    case 'day':
      return { from: wholeSecond(now - day).toString(), to: up(now + 1n).toString() }
    case 'week':
      return { from: wholeSecond(now - 7n * day).toString(), to: up(now + 1n).toString() }
    case 'this-month':
      return { from: start(0), to: start(1) }
    case 'last-month':
      return { from: start(-1), to: start(0) }
    case 'quarter':
      return { from: start(-(month % 3)), to: start(3 - (month % 3)) }
    case 'last-quarter':
      return { from: start(-(month % 3) - 3), to: start(-(month % 3)) }
    case 'year':
      return { from: monthStart(year, 0, zone), to: monthStart(year + 1, 0, zone) }
    case 'last-year':
      return { from: monthStart(year - 1, 0, zone), to: monthStart(year, 0, zone) }
  }
}

const isSame = (a: Range, b: Range): boolean => a.from === b.from && a.to === b.to

/** Which preset a range is, so that its button shows pressed. The moving ones (24 h, 7 d) match by length. */
export const presetOf = (range: Range, now: bigint, zone: Zone): Preset | undefined =>
  presets.find(({ value }) => isSame(presetRange(value, now, zone), range))?.value

const calendarMonths = { 'this-month': 1, quarter: 3, year: 12 } as const

/** Which calendar period a range is, in the zone; undefined for any other range. */
const calendarOf = (range: Range, zone: Zone): keyof typeof calendarMonths | undefined =>
  (['this-month', 'quarter', 'year'] as const).find(
    (preset) => range.from !== undefined && isSame(presetRange(preset, BigInt(range.from), zone), range),
  )

/** The name of a calendar month, quarter or year; empty for any other range. */
export function rangeLabel(range: Range, zone: Zone): string {
  const calendar = calendarOf(range, zone)
  return calendar && range.from !== undefined ? presetName(calendar, BigInt(range.from), zone, true) : ''
}

/**
 * The period of the same kind before (-1) or after (1) a range: the month before a month, else as long a stretch beside it.
 * Undefined for a range that has no beginning or no end.
 */
export function besideRange({ from, to }: Range, by: -1 | 1, zone: Zone): Required<Range> | undefined {
  if (from === undefined || to === undefined) return undefined
  const calendar = calendarOf({ from, to }, zone)
  if (calendar === undefined) {
    const length = (BigInt(to) - BigInt(from)) * BigInt(by)
    return { from: String(BigInt(from) + length), to: String(BigInt(to) + length) }
  }
  const { year, month } = monthOf(from, zone)
  const months = calendarMonths[calendar]
  return {
    from: monthStart(year, month + months * by, zone),
    to: monthStart(year, month + months * (by + 1), zone),
  }
}

export function rangeWords({ from, to }: Range, zone: Zone): string {
  if (from === undefined && to === undefined) return 'Everything the node keeps'
  const start = from === undefined ? 'the start' : formatInstant(from, zone)
  return to === undefined ? `${start} until now` : `${start} to ${formatInstant(to, zone)}, end exclusive`
}

/** How far the chain has come according to the node of the export, in Unix nanoseconds. */
export interface Reached {
  /** Now, by the node's clock. */
  now: bigint
  /** Its last block, where it is known. */
  lastBlock?: bigint | undefined
  /** The same where it was long ago. */
  stoppedAt?: bigint | undefined
  /** When its chain began, where its core reports it. */
  genesis?: bigint | undefined
}

/** What the file cannot hold because the range is still open; the range of a stopped chain ends a second after its last block. */
function openNotes({ to }: Range, { now, lastBlock, stoppedAt }: Reached, zone: Zone): string[] {
  const reached = stoppedAt === undefined ? now : stoppedAt + 1_000_000_000n
  if (to !== undefined && BigInt(to) <= reached) return []
  if (lastBlock === undefined)
    return ['The age of this node’s data is not known: entries after its last block are not in the file.']
  if (stoppedAt === undefined) return ['The range is still open: entries after this export are not in the file.']
  return [`The node's last block is from ${formatInstant(stoppedAt, zone)}: later entries are not in the file.`]
}

/** Why there may be no row: what the range and the blocks of the node have in common. */
function emptyNotes({ from, to }: Range, { lastBlock, genesis }: Reached, zone: Zone): string[] {
  if (from !== undefined && to !== undefined && BigInt(to) <= BigInt(from)) return ['The range ends before it begins.']
  const began = genesis === undefined ? [] : [`The chain began ${formatInstant(genesis, zone)}.`]
  if (lastBlock === undefined) return ['The node may not keep older data.', ...began]
  const last = `from ${formatInstant(lastBlock, zone)}`
  if (from !== undefined && BigInt(from) > lastBlock)
    return [`The range begins after the node's last block, which is ${last}.`, ...began]
  return [`The node's last block is ${last}; it may not keep older data.`, ...began]
}

/** Where the first entry comes well after the start of the range. */
function lateNotes({ from }: Range, first: string | undefined): string[] {
  const begins = first === undefined ? Number.NaN : ledgerSeconds(first)
  const days = from === undefined ? 0 : (begins - Number(BigInt(from) / 1_000_000_000n)) / secondsOfDay
  if (!(days > 1)) return []
  const words = plural(Math.floor(days), 'day')
  return [`The first entry comes ${words} after the start of the range. The node may not keep older data.`]
}

/** Sentences about the requested range that explain the first and last row; without facts, rows may still come. */
export function rangeNotes(
  range: Range,
  facts: { rows: number; first: string | undefined } | undefined,
  reached: Reached,
  zone: Zone,
): string[] {
  const open = openNotes(range, reached, zone)
  if (!facts) return open
  if (facts.rows > 0) return [...lateNotes(range, facts.first), ...open]
  // Where the chain has stopped, the last block is named once.
  return [...emptyNotes(range, reached, zone), ...(reached.stoppedAt === undefined ? open : [])]
}
