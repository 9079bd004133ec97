import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useMarkets } from '../../../entities/labels.ts'
import { useStaleness } from '../../../entities/staleness.ts'
import type { PartyLine } from '../../../entities/party/node-parties.ts'
import {
  liquidityLine,
  minPollMs,
  positionsQuery,
  SlaCell,
  useSlaVerdict,
} from '../../../features/liquidity-providers/index.ts'
import { marginLine, marginModesQuery } from '../../../features/margin-modes/index.ts'
import { failureOf } from '../../../format/failure.ts'
import { formatAge } from '../../../format/duration.ts'
import { shortId } from '../../../format/id.ts'
import { type PanelQuery, listPanel } from '../../../list/query-panel.tsx'
import { useList } from '../../../list/use-list.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { failureWords } from '../../../ui/feedback/failure-view.ts'
import { useNow } from '../../../ui/use-now.ts'
import { FactLines } from './fact-lines.tsx'

const refreshMs = 60_000

/** What is known, with its age once it could not be read again; `what` names it within a sentence. */
function lineOf<Data>(query: PanelQuery<Data>, what: string, now: number, read: (data: Data) => PartyLine) {
  const { data, error, dataUpdatedAt } = query
  const cause = error ? failureWords(failureOf(error), what).cause : undefined
  if (data === undefined) return cause === undefined ? undefined : { answer: 'Not loaded', context: cause }
  const line = read(data)
  if (cause === undefined) return line
  return { ...line, context: `${formatAge(now - dataUpdatedAt)} old: ${cause}` }
}

/** What the other questions say of the chosen party, a line each. */
export function PartyFacts({ partyId }: { partyId: string }) {
  const { byId } = useMarkets()
  const nameOf = (id: string): string => byId.get(id)?.code ?? shortId(id)
  const live = usePreference('live')
  const margin = listPanel(useList(marginModesQuery({ partyId })))
  const refresh = useEffectEvent(() => {
    if (live && !document.hidden) void margin.refetch()
  })
  useEffect(() => {
    const timer = setInterval(() => refresh(), refreshMs)
    return () => clearInterval(timer)
  }, [])
  const liquidity = useQuery(positionsQuery(partyId))
  const slaOf = useSlaVerdict(liquidity.dataUpdatedAt, minPollMs)
  const staleness = useStaleness(liquidity.dataUpdatedAt, minPollMs)
  const now = useNow((now) => (liquidity.error || margin.error ? now : 0))
  return (
    <>
      <FactLines
        partyId={partyId}
        liquidity={lineOf(liquidity, 'the liquidity positions', now, (data) => liquidityLine(data, nameOf, staleness))}
        margin={lineOf(margin, 'the margin modes', now, (data) => marginLine(data, nameOf))}
      />
      {liquidity.data?.rows.map(({ provider }) => (
        <div key={provider.marketId}>
          <dt>SLA, {nameOf(provider.marketId)}</dt>
          <dd>
            <SlaCell verdict={slaOf(provider)} marketId={provider.marketId} />
          </dd>
        </div>
      ))}
    </>
  )
}
