import { useQueries } from '@tanstack/react-query'
import { usePreferences } from '../../../preferences/use-preferences.ts'
import { partyRecordQuery, recordOf } from './party-record.ts'
import { judge, needsRecord, type Said } from './use-verdict.ts'
import { type SpamVerdict, withRecord } from './verdict.ts'

/** As `useVerdict`, of several parties. */
export function useVerdicts(parties: readonly Said[]): (SpamVerdict | undefined)[] {
  const { spam } = usePreferences()
  const told = parties.map((said) => judge(said, spam))
  const records = useQueries({
    queries: parties.map(({ partyId }, at) => ({
      ...partyRecordQuery(partyId),
      enabled: needsRecord(partyId, told[at]),
    })),
    combine: (answers) => answers.map((answer, at) => recordOf(parties[at]?.partyId ?? '', answer)),
  })
  return told.map((each, at) => each && withRecord(each, records[at] ?? 'checking'))
}
