import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { nodeState } from '../../client/node-status.ts'
import { marketLabel, useMarkets } from '../../entities/market/labels.ts'
import { useMarketDay } from '../../features/candles/day/market-day.ts'
import { liquidityProvidersQuery } from '../../features/liquidity-providers/query.ts'
import { useScoreRows } from '../../features/liquidity-providers/scores/use-score-rows.ts'
import { useSlaVerdict } from '../../features/liquidity-providers/sla/use-sla-verdict.ts'
import { marginModesQuery } from '../../features/margin-modes/query.ts'
import { summarise } from '../../features/margin-modes/summary.ts'
import { useHeldFailure } from '../../infinite-list/answers.ts'
import type { ListPage } from '../../infinite-list/list.ts'
import { type Answer, answerOf, answerOfListing } from '../../infinite-list/query-panel.tsx'
import { useListing } from '../../infinite-list/use-infinite-list.ts'
import { useObservable } from '../../use-observable.ts'
import { marketRecordQuery } from './market-record.ts'
import { presenceOf } from '../../format/failure.ts'

const changed = <From, To>(answer: Answer<From>, data: To | undefined): Answer<To> => ({ ...answer, data })

/** Its providers with their verdicts, the highest expected fees first. */
function useProviders(marketId: string) {
  const listing = useListing(liquidityProvidersQuery({ marketId }))
  const verdictOf = useSlaVerdict(listing.dataUpdatedAt)
  const { rows } = useScoreRows(listing, { marketId, partyId: undefined, trusted: true, verdictOf })
  const answer = useHeldFailure(answerOfListing(listing), marketId)
  return changed(answer, answer.data && { rows, complete: answer.data.complete })
}

/** Totals over the loaded rows, under the same key as the page of margin modes: opening that asks nothing again. */
function useModes(marketId: string) {
  const listing = useListing(marginModesQuery({ marketId }))
  const pages = listing.chunks as readonly ListPage<PartyMarginMode>[]
  const summary = useMemo(() => summarise(pages), [pages])
  const answer = useHeldFailure(answerOfListing(listing), marketId)
  return changed(answer, answer.data && { summary, complete: answer.data.complete })
}

/** Everything that the page of a market shows but its chart, each part with its own failure. */
export function useMarketFacts(marketId: string) {
  const markets = useMarkets()
  const record = useHeldFailure(answerOf(useQuery(marketRecordQuery(marketId))), marketId)
  // Its day ends at the node's now, which the first answer tells: by this device's clock it could be another day.
  const clocked = useObservable(nodeState, ({ lastResponseAt }) => lastResponseAt !== undefined)
  const label = markets.byId.get(marketId) ?? (record.data && marketLabel(record.data.market))
  return {
    label,
    presence: presenceOf(label, record.failure, markets.state),
    record,
    day: useHeldFailure(answerOf(useMarketDay(marketId, clocked || record.failure !== undefined)), marketId),
    providers: useProviders(marketId),
    modes: useModes(marketId),
  }
}

export type MarketAnswers = ReturnType<typeof useMarketFacts>
