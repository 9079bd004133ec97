import { useQuery } from '@tanstack/react-query'
import { serverNow, serverTimeAt } from '../../../api/status/server-clock.ts'
import { usePreferences } from '../../../preferences/use-preferences.ts'
import { hasCounted, partyRecordQuery, recordOf } from './party-record.ts'
import type { SpamReply } from '../query.ts'
import type { Thresholds } from '../gauges/gauge.ts'
import { isSilent, type SpamVerdict, verdict, withRecord } from './verdict.ts'

/** What the node said of a party's limits, and when: Unix milliseconds of this browser. */
export interface Said {
  partyId: string
  data: SpamReply | undefined
  dataUpdatedAt: number
}

/** The verdict on what was said, by the node's clock. */
export const judge = ({ data, dataUpdatedAt }: Said, thresholds: Thresholds): SpamVerdict | undefined =>
  data && verdict(data.statistics, serverNow(), thresholds, serverTimeAt(dataUpdatedAt))

/** Zeros alone are no verdict: for them the node is asked whether it knows the key, once. */
export const needsRecord = (partyId: string, told: SpamVerdict | undefined): boolean =>
  told !== undefined && isSilent(told.gauges) && !hasCounted(partyId)

/** The verdict on a party by the reader's thresholds and what is known of its key; with `asks` false nothing is sent. */
export function useVerdict(said: Said, asks = true): SpamVerdict | undefined {
  const told = judge(said, usePreferences().spam)
  const record = useQuery({ ...partyRecordQuery(said.partyId), enabled: asks && needsRecord(said.partyId, told) })
  return told && withRecord(told, recordOf(said.partyId, record))
}
