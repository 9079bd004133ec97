import { formatInstant, type Zone } from '../../format/time.ts'
import { type Visible, visibleRange } from './chart/chart-view.ts'
import { isSameMarket, maxCompared, namedIn, writeCompared } from './data/compared.ts'
import { candleWords, type Interval } from './data/interval.ts'
import { readStudies, writeStudies, writeStudy } from './indicators/study.ts'
import { rangeInUse } from './ranges/named-range.ts'
import { type CandlesSearch, type InvalidParam, withSearch } from './search.ts'

export interface IgnoredParam {
  names: readonly (keyof CandlesSearch)[]
  rest?: CandlesSearch
  /** What was requested, and why it is not shown. */
  requested: string
  shown: string
}

export interface ViewRequest {
  search: CandlesSearch
  invalid: readonly InvalidParam[]
  /** The charted interval; undefined while the node's list is loading. */
  interval: Interval | undefined
  /** The interval named in the URL if it is not the one that is shown. */
  unlisted: string | undefined
  /** The URL names a candle id, which has its own interval. */
  byId?: boolean
  /** Whether the list of intervals came from the node. */
  listed: boolean
  zone: Zone
  /** The node's clock, in Unix nanoseconds. */
  now: bigint
}

const longest = 40
const quoted = (text: string): string =>
  `\u201c${text.length > longest ? `${text.slice(0, longest)}\u2026` : text}\u201d`

const what: Readonly<Record<keyof CandlesSearch, string>> = {
  interval: 'an interval',
  from: 'a range from',
  to: 'a range until',
  range: 'the range',
  zone: 'the time zone',
  type: 'the chart type',
  scale: 'the scale',
  invert: 'an inverted scale',
  embed: 'a chart alone',
  empty: 'candles without trades as',
  notional: 'the notional pane',
  studies: 'the indicators',
  compare: 'a comparison with',
  measure: 'a measurement from',
  vwap: 'the VWAP lines',
  party: 'the ledger of',
  at: 'a mark at',
  anchor: 'a VWAP from',
  lines: 'price lines at',
  hidden: 'hidden indicators',
  magnet: 'the magnet',
  table: 'the table',
}

function invalidNote({ name, value }: InvalidParam, { search, zone }: ViewRequest): IgnoredParam {
  const why =
    name === 'from' || name === 'to'
      ? 'which is not a time with its zone, or its unit is unclear'
      : 'which is not valid here'
  const rest = name === 'from' ? search.to : search.from
  const latest =
    rest === undefined
      ? 'the latest candles'
      : `the candles ${name === 'from' ? 'before' : 'since'} ${formatInstant(rest, zone)}`
  const shown = name === 'from' || name === 'to' ? `Showing ${latest}` : 'Showing the chart without it'
  return { names: [name], requested: `${what[name]} ${quoted(value)}, ${why}`, shown }
}

/** Problem with the range itself; undefined if part of it is in the past and it is not empty. */
function rangeNote({ search: { from, to }, interval, zone, now }: ViewRequest): IgnoredParam | undefined {
  const write = (instant: string): string => formatInstant(instant, zone)
  const shown = 'Showing the latest candles'
  if (from !== undefined && to !== undefined && BigInt(to) <= BigInt(from)) {
    const why = BigInt(to) < BigInt(from) ? 'which ends before it starts' : 'which has no length'
    return { names: ['from', 'to'], requested: `a range from ${write(from)} to ${write(to)}, ${why}`, shown }
  }
  if (from !== undefined && BigInt(from) > now)
    return { names: ['from', 'to'], requested: `a range from ${write(from)}, which is in the future`, shown }
  // A link to the running candle ends at that candle's end, which is in the future.
  if (to !== undefined && BigInt(to) > now + (interval?.length ?? 0n)) {
    const shown = 'Showing the candles up to now'
    return { names: ['to'], requested: `a range until ${write(to)}, which is in the future`, shown }
  }
  return undefined
}

/** A named range that the bounds beside it make meaningless; `All` is one that has the start of the first candle. */
function unusedRangeNote({ search, zone }: ViewRequest, bounds: IgnoredParam | undefined): IgnoredParam | undefined {
  const { range, from, to } = search
  if (range === undefined || bounds || rangeInUse(search)) return undefined
  const shown = [from && `since ${formatInstant(from, zone)}`, to && `until ${formatInstant(to, zone)}`]
  const isOpen = from === undefined && to === undefined
  return {
    names: ['range'],
    requested: `the range ${range}, ${isOpen ? 'which needs the start of the first candle' : 'beside a start or an end'}`,
    shown: isOpen ? 'Showing the latest candles' : `Showing the candles ${shown.filter(Boolean).join(' ')}`,
  }
}

const scaleNote = ({ search: { scale, compare } }: ViewRequest): IgnoredParam | undefined =>
  scale === undefined || scale === 'percent' || compare === undefined
    ? undefined
    : { names: ['scale'], requested: `the scale ${quoted(scale)} beside a comparison`, shown: 'Showing percent' }

function studiesNote({ search: { studies } }: ViewRequest): IgnoredParam | undefined {
  const drawn = writeStudies(readStudies(studies))
  const isDrawn = (text: string): boolean =>
    readStudies(text).some((study) => drawn?.split(',').includes(writeStudy(study)))
  const ignored = (studies ?? '').split(',').filter((text) => text !== '' && !isDrawn(text))
  if (ignored.length === 0) return undefined
  return {
    names: ['studies'],
    ...(drawn !== undefined && { rest: { studies: drawn } }),
    requested: `${what.studies} ${quoted(ignored.join(','))}, which cannot be drawn`,
    shown: drawn === undefined ? 'Showing the chart without them' : 'Showing the others',
  }
}

function compareNotes({ search: { compare }, interval }: ViewRequest): IgnoredParam[] {
  if (compare === undefined || !interval) return []
  const named = namedIn(compare)
  const others = named.filter((id) => !isSameMarket(id, interval.candleId))
  const drawn = writeCompared(others.slice(0, maxCompared))
  const note = { names: ['compare'], ...(drawn !== undefined && { rest: { compare: drawn } }) } as const
  const shown = drawn === undefined ? 'Showing it alone' : 'Showing it with the others'
  return [
    ...(others.length < named.length ? [{ ...note, requested: 'a market compared with itself', shown }] : []),
    ...(others.length > maxCompared
      ? [{ ...note, requested: `more than ${maxCompared} compared markets`, shown: `Showing the first ${maxCompared}` }]
      : []),
  ]
}

function intervalNote({ interval, unlisted, listed, byId }: ViewRequest): IgnoredParam | undefined {
  if (unlisted === undefined || !interval) return undefined
  const unknown = listed ? 'which this node does not list' : 'which is not one of the default intervals'
  const why = byId ? 'beside a candle id of another one' : unknown
  const shown = `Showing ${candleWords(interval)} candles`
  return { names: ['interval'], requested: `the interval ${quoted(unlisted)}, ${why}`, shown }
}

/** The change of the search that leaves out what cannot be shown. */
export const withoutIgnored = (ignored: readonly IgnoredParam[]): Parameters<typeof withSearch>[1] =>
  Object.assign({}, ...ignored.flatMap(({ names, rest }) => [...names.map((name) => ({ [name]: undefined })), rest]))

/** The search that can be shown instead, and the parts of the URL that cannot; waits for the interval and the clock. */
export function readRequestedView(request: ViewRequest): { search: CandlesSearch; ignored: readonly IgnoredParam[] } {
  if (!request.interval) return { search: request.search, ignored: [] }
  const range = rangeNote(request)
  const unusedRange = unusedRangeNote(request, range)
  const compare = compareNotes(request)
  const ignored = [
    intervalNote(request),
    ...request.invalid.map((invalid) => invalidNote(invalid, request)),
    range,
    unusedRange,
    scaleNote(request),
    studiesNote(request),
    ...compare,
  ].filter((note) => note !== undefined)
  const dropped = [range, unusedRange, ...compare].filter((note) => note !== undefined)
  return { search: withSearch(request.search, withoutIgnored(dropped)), ignored }
}

export const ignoredWords = ({ requested, shown }: IgnoredParam): string =>
  `This address asks for ${requested}. ${shown}.`

interface Shown {
  /** Wire name of the charted interval; undefined if the path contains a candle id, which implies it. */
  interval: string | undefined
  length: bigint | undefined
  seen: Visible | undefined
  /** The node's clock, in Unix nanoseconds. */
  now: bigint
}

/** The search for a link that shows the same candles on another day, with the interval and the instants of a relative range. */
export function frozenSearch(search: CandlesSearch, { interval, length, seen, now }: Shown): CandlesSearch {
  const range = seen ? visibleRange({ ...seen, atEdge: false }, length) : {}
  return withSearch(search, {
    range: undefined,
    interval: interval ?? search.interval,
    from: search.from ?? range.from,
    to: search.to ?? range.to ?? String(now),
  })
}
