import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useMarkets } from '../../../entities/market/labels.ts'
import type { PartyLine } from '../../../entities/party/party-line.ts'
import { liquidityLine } from '../../../features/liquidity-providers/party-line.ts'
import { positionsQuery } from '../../../features/liquidity-providers/positions.ts'
import { marginLine } from '../../../features/margin-modes/party-line.ts'
import { marginModesQuery } from '../../../features/margin-modes/query.ts'
import { formatAge } from '../../../format/duration.ts'
import { shortId } from '../../../format/id.ts'
import { type Answer, answerOf, answerOfListing } from '../../../infinite-list/query-panel.tsx'
import { useListing } from '../../../infinite-list/use-infinite-list.ts'
import { usePreferences } from '../../../preferences/use-preferences.ts'
import { failureWords } from '../../../ui/feedback/failure-view.ts'
import { useNow } from '../../../ui/use-now.ts'
import { FactLine } from './fact-line.tsx'

/** A room stands open for hours, and whether a requirement is met holds for this instant. */
const refreshMs = 60_000

interface FactProps<Data> {
  name: string
  answer: Answer<Data>
  /** What could not be read, within a sentence. */
  what: string
  lineOf: (data: Data) => PartyLine
}

function Fact<Data>({ name, answer, what, lineOf }: FactProps<Data>) {
  const { data, failure, dataUpdatedAt } = answer
  const now = useNow()
  const title = failure && failureWords(failure, what).title
  if (data === undefined)
    return <FactLine name={name} {...(title !== undefined && { answer: 'Not read', context: title })} />
  const line = lineOf(data)
  return (
    <FactLine
      name={name}
      answer={line.answer}
      context={title === undefined ? line.context : `${title}; this is ${formatAge(now - dataUpdatedAt)} old`}
    />
  )
}

/** What the other questions say of the chosen party, a line each. */
export function PartyFacts({ partyId }: { partyId: string }) {
  const { byId } = useMarkets()
  const nameOf = (id: string): string => byId.get(id)?.code ?? shortId(id)
  const { live } = usePreferences()
  const margin = answerOfListing(useListing(marginModesQuery({ partyId })))
  const refresh = useEffectEvent(() => {
    if (live && !document.hidden) margin.refetch()
  })
  useEffect(() => {
    const timer = setInterval(() => refresh(), refreshMs)
    return () => clearInterval(timer)
  }, [])
  const liquidity = answerOf(useQuery({ ...positionsQuery(partyId), refetchInterval: live ? refreshMs : false }))
  return (
    <>
      <Fact
        name="Liquidity"
        answer={liquidity}
        what="the liquidity positions"
        lineOf={(data) => liquidityLine(data, nameOf)}
      />
      <Fact name="Margin" answer={margin} what="the margin modes" lineOf={(data) => marginLine(data, nameOf)} />
    </>
  )
}
