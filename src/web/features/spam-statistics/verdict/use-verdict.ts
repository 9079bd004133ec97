import { useQueries, useQueryClient, queryOptions, type UseQueryResult } from '@tanstack/react-query'
import { clockOffset, serverNow, serverTimeAt } from '../../../client/server-clock.ts'
import { secondClock, useStalenesses, noAdvice, type Staleness } from '../../../entities/staleness.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { formatInstant, isSameDay } from '../../../format/time.ts'
import type { Zone } from '../../../format/zone.ts'
import { useObservable } from '../../../use-observable.ts'
import type { SpamReply } from '../query.ts'
import {
  hasNoActivity,
  type SpamVerdict,
  verdict,
  withRecord,
  type PartyRecord,
} from '../../../../wire/spam/spam-verdict.ts'
import { listLiquidityProviders } from '../../../../wire/liquidity-providers.ts'
import { listMarginModes } from '../../../../wire/margin-modes.ts'
import { listParties } from '../../../../wire/network.ts'
import { listRefereeHistory } from '../../../../wire/referee-history.ts'
import { ask } from '../../../client/request.ts'
import { isAbsentRoute, NodeFailure } from '../../../client/node-failure.ts'
import { historyOf } from '../history/samples.ts'
import { riskWords } from '../../../../wire/spam/risk-state.ts'
import { type Gauge, gaugesOf, type Thresholds } from '../../../../wire/spam/spam-gauges.ts'

/** The verdict without anything derived while its values are too old: an old value must give no orders. That a key has no record is none. */
export function withStaleness(verdict: SpamVerdict, staleness: Staleness | undefined): SpamVerdict {
  if (!staleness || verdict.worst === 'unrecorded') return verdict
  const gauges = verdict.gauges.map((gauge): Gauge => {
    const { left: _, ...reported } = gauge
    return { ...reported, state: 'stale' }
  })
  return {
    ...verdict,
    stale: { ...staleness, last: verdict.worst },
    worst: 'stale',
    sentence: noAdvice(staleness),
    rest: '',
    context: `The last known state was: ${riskWords[verdict.worst]}.`,
    ban: undefined,
    checking: false,
    gauges,
  }
}

/** The last value that was made of each object: whoever is drawn again with the same `key` gets the same value. */
function lastOf<Source extends object, Value>(): (source: Source, key: string, make: () => Value) => Value {
  const made = new WeakMap<Source, { key: string; value: Value }>()
  return (source, key, make) => {
    const last = made.get(source)
    if (last?.key === key) return last.value
    const value = make()
    made.set(source, { key, value })
    return value
  }
}
const judged = lastOf<SpamReply, SpamVerdict>()
const qualified = lastOf<SpamVerdict, SpamVerdict>()
const endsIn = lastOf<SpamReply, readonly bigint[]>()

/** How many of the bans that a response reports have ended by the node's clock. */
function endedBans(data: SpamReply | undefined): number {
  if (!data) return 0
  const ends = endsIn(data, '', () => gaugesOf(data.statistics, 0n).flatMap(({ bannedUntil }) => bannedUntil ?? []))
  return ends.filter((end) => end <= serverNow()).length
}

/** The verdict on a response now; the same object as long as it says the same. */
function judge({ data, dataUpdatedAt }: PartyStatistics, thresholds: Thresholds): SpamVerdict | undefined {
  if (!data) return undefined
  const { watchAt, nearAt } = thresholds
  const key = [dataUpdatedAt, Math.round(clockOffset() / 1000), endedBans(data), watchAt, nearAt].join()
  return judged(data, key, () => verdict(data.statistics, serverNow(), thresholds, serverTimeAt(dataUpdatedAt)))
}

const pagination = { first: 1 }

/** The list of parties has every key that was ever active. The others are requested only when it lacks the key. */
const lookups: readonly ((partyId: string, signal: AbortSignal) => Promise<boolean>)[] = [
  async (partyId, signal) => {
    const { parties } = await ask(listParties, { partyId, pagination }, { signal })
    return parties.edges.some(({ node }) => node.id === partyId)
  },
  async (partyId, signal) =>
    (await ask(listMarginModes, { partyId, pagination }, { signal })).partyMarginModes.edges.length > 0,
  async (partyId, signal) =>
    (await ask(listRefereeHistory, { referee: partyId, pagination }, { signal })).teamRefereeHistory.edges.length > 0,
  async (partyId, signal) =>
    (await ask(listLiquidityProviders, { partyId, pagination }, { signal })).liquidityProviders.edges.length > 0,
]

/** False when the node refuses the key, undefined when it lacks the operation: its 404 then has no detail (wire.md 4.2). */
function foundAfter(error: unknown): false | undefined {
  if (isAbsentRoute(error)) return undefined
  if (error instanceof NodeFailure && (error.kind === 'unknown' || error.status === 400)) return false
  throw error
}

/** Whether any list has the key. Throws when none could tell. */
async function hasRecord(partyId: string, signal: AbortSignal): Promise<boolean> {
  let answered = false
  for (const lookup of lookups) {
    const found = await lookup(partyId, signal).catch(foundAfter)
    if (found) return true
    answered ||= found === false
  }
  if (!answered) throw new Error('This node cannot look up parties.')
  return false
}

/** Requested once per key and session, and only while all counters are zero. */
export const partyRecordQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['party-record', partyId],
    queryFn: ({ signal }) => hasRecord(partyId, signal),
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** A key that this browser or the node itself has seen counting on this node needs no other proof. */
const hasCounted = (partyId: string): boolean =>
  Object.values(historyOf(partyId)).some((runs) => runs.some(({ used }) => used !== '0'))

/** What is known about a key; a check that is running or failed claims nothing. */
function recordOf({ data, isError }: Pick<UseQueryResult<boolean>, 'data' | 'isError'>): PartyRecord {
  if (data !== undefined) return data ? 'known' : 'none'
  return isError ? 'unchecked' : 'checking'
}

/** The spam statistics of a party, and when they were received: Unix milliseconds of this browser. */
export interface PartyStatistics {
  partyId: string
  data: SpamReply | undefined
  dataUpdatedAt: number
}

interface VerdictOptions {
  /** For zeros alone the node's lists are read for the key, unless this is false. */
  enabled?: boolean
  /** How often each party is requested, in milliseconds; by default the reader's interval. */
  pollMs?: number
}

/** The verdict on each party, without advice while its values are too old. */
export function useVerdicts(
  parties: readonly PartyStatistics[],
  { enabled = true, pollMs }: VerdictOptions = {},
): (SpamVerdict | undefined)[] {
  const spam = usePreference('spam')
  const verdicts = parties.map((party) => judge(party, spam))
  const client = useQueryClient()
  const isKnown = (partyId: string): boolean =>
    hasCounted(partyId) || client.getQueryData(partyRecordQuery(partyId).queryKey) === true
  const silent = parties.flatMap(({ partyId }, at) =>
    hasNoActivity(verdicts[at]?.gauges ?? []) && !isKnown(partyId) ? [partyId] : [],
  )
  const records = useQueries({
    queries: silent.map((partyId) => ({ ...partyRecordQuery(partyId), enabled })),
    combine: (results) => results.map(recordOf),
  })
  const stale = useStalenesses(
    parties.map(({ data, dataUpdatedAt }) => (data ? dataUpdatedAt : 0)),
    pollMs,
  )
  // Renders when a ban ends by the node's clock, which changes the verdict without a new answer.
  useObservable(secondClock, () => parties.reduce((count, { data }) => count + endedBans(data), 0))
  return verdicts.map((verdict, at) => {
    const [record, staleness] = [records[silent.indexOf(parties[at]?.partyId ?? '')] ?? 'known', stale[at]]
    const key = `${record} ${staleness?.cause} ${staleness && noAdvice(staleness)}`
    return verdict && qualified(verdict, key, () => withStaleness(withRecord(verdict, record), staleness))
  })
}

/** As `useVerdicts`, of one party. */
export const useVerdict = (party: PartyStatistics, options?: VerdictOptions): SpamVerdict | undefined =>
  useVerdicts([party], options)[0]

/** The sentence of a verdict, with the end of a ban: `Can’t delegate until 07:23:43 UTC.` */
export function verdictWords({ ban, rest, sentence }: SpamVerdict, zone: Zone): string {
  if (!ban) return sentence
  const end = formatInstant(ban.until, zone, { date: !isSameDay(ban.until, serverNow(), zone) })
  return `${ban.subject}${ban.several ? ', the last' : ''} until ${end}.${rest}`
}
