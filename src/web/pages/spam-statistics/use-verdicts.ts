import { useQueries } from '@tanstack/react-query'
import { serverNow, serverTimeAt } from '../../node/clock.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { hasCounted, partyRecordQuery, recordOf } from './party-record.ts'
import type { SpamReply } from './query.ts'
import { isSilent, type SpamVerdict, verdict, withRecord } from './verdict.ts'

/** What the node said of a party's limits, and when: Unix milliseconds of this browser. */
export interface Said {
  partyId: string
  data: SpamReply | undefined
  dataUpdatedAt: number
}

/**
 * The verdicts of parties by the node's clock and the reader's thresholds. Zeros alone are no verdict: for them the node
 * is asked whether it knows the key, once, unless `asks` is false.
 */
export function useVerdicts(parties: readonly Said[], asks = true): (SpamVerdict | undefined)[] {
  const { spam } = usePreferences()
  const now = serverNow()
  const told = parties.map(
    ({ data, dataUpdatedAt }) => data && verdict(data.statistics, now, spam, serverTimeAt(dataUpdatedAt)),
  )
  const records = useQueries({
    queries: parties.map(({ partyId }, at) => {
      const silent = isSilent(told[at]?.gauges ?? [])
      return { ...partyRecordQuery(partyId), enabled: asks && silent && !hasCounted(partyId) }
    }),
    combine: (answers) => answers.map((answer, at) => recordOf(parties[at]?.partyId ?? '', answer)),
  })
  return told.map((each, at) => each && withRecord(each, records[at] ?? 'checking'))
}

/** As above, of one party. */
export const useVerdict = (said: Said, asks = true): SpamVerdict | undefined => useVerdicts([said], asks)[0]
