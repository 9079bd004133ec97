import { useQueries } from '@tanstack/react-query'
import { serverNow, serverTimeAt } from '../../../api/status/server-clock.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import type { SpamReply } from '../query.ts'
import { hasCounted, partyRecordQuery, recordOf } from './party-record.ts'
import { isSilent, type SpamVerdict, verdict, withRecord } from './verdict.ts'

/** The spam statistics of a party, and when they were received: Unix milliseconds of this browser. */
export interface PartyStatistics {
  partyId: string
  data: SpamReply | undefined
  dataUpdatedAt: number
}

/** The verdict on each party. For zeros alone the node's lists are read for the key, unless `enabled` is false. */
export function useVerdicts(parties: readonly PartyStatistics[], enabled = true): (SpamVerdict | undefined)[] {
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
  return verdicts.map((verdict, at) => verdict && withRecord(verdict, records[at] ?? 'checking'))
}

/** As `useVerdicts`, of one party. */
export const useVerdict = (party: PartyStatistics, enabled = true): SpamVerdict | undefined =>
  useVerdicts([party], enabled)[0]
