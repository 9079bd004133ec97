import { useQueries } from '@tanstack/react-query'
import { serverNow, serverTimeAt } from '../../../client/server-clock.ts'
import { secondClock, useStalenesses } from '../../../entities/staleness.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { useObservable } from '../../../use-observable.ts'
import type { SpamReply } from '../query.ts'
import { hasCounted, partyRecordQuery, recordOf } from './party-record.ts'
import { isSilent, type SpamVerdict, verdict, withRecord } from '../../../../wire/spam/spam-verdict.ts'
import { withStaleness } from './with-staleness.ts'

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
  const verdicts = parties.map(
    ({ data, dataUpdatedAt }) => data && verdict(data.statistics, serverNow(), spam, serverTimeAt(dataUpdatedAt)),
  )
  const records = useQueries({
    queries: parties.map(({ partyId }, at) => ({
      ...partyRecordQuery(partyId),
      enabled: enabled && isSilent(verdicts[at]?.gauges ?? []) && !hasCounted(partyId),
    })),
    combine: (results) => results.map((result, at) => recordOf(parties[at]?.partyId ?? '', result)),
  })
  const stale = useStalenesses(
    parties.map(({ data, dataUpdatedAt }) => (data ? dataUpdatedAt : 0)),
    pollMs,
  )
  // Renders when a ban ends by the node's clock, which changes the verdict without a new answer.
  const ends = verdicts.flatMap(
    (each) => each?.gauges.flatMap(({ bannedUntil, endedBan }) => bannedUntil ?? endedBan ?? []) ?? [],
  )
  useObservable(secondClock, () => ends.filter((end) => end <= serverNow()).length)
  return verdicts.map(
    (verdict, at) => verdict && withStaleness(withRecord(verdict, records[at] ?? 'checking'), stale[at]),
  )
}

/** As `useVerdicts`, of one party. */
export const useVerdict = (party: PartyStatistics, options?: VerdictOptions): SpamVerdict | undefined =>
  useVerdicts([party], options)[0]
