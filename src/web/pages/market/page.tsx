import { useParams } from '../../router/use-location.ts'
import { noAdvice, useStaleness } from '../../entities/staleness.ts'
import { IgnoredParamsWarning, InvalidIdWarning } from '../../entities/warnings.tsx'
import { shortId } from '../../format/id.ts'
import { SubjectTitle } from '../../entities/subject-title.tsx'
import { PanelGroupNotice, usePanelGroup } from '../../list/panel-group.tsx'
import { useTabName } from '../../ui/feedback/tab-state.ts'
import { InOrder, inOrder } from '../../ui/display/in-order.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { SummaryBanner } from '../../ui/feedback/summary-banner.tsx'
import { ProvidersCard } from './providers-card.tsx'
import styles from './page.module.css'
import { PriceCard } from './price-card.tsx'
import { readMarketSearch } from './price-search.ts'
import { RulesCard } from './rules-card.tsx'
import { marketSentence, marketState, pendingWords } from './sentence.ts'
import { type Presence, presenceOf } from '../../format/failure.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { nodeState } from '../../client/node-status.ts'
import { marketLabel, useMarkets } from '../../entities/labels.ts'
import { marketDayMs, useMarketDay } from '../../features/candles/index.ts'
import { liquidityProvidersQuery, useScoreRows, useSlaVerdict } from '../../features/liquidity-providers/index.ts'
import {
  Leverage,
  marginModesQuery,
  ModeShare,
  summarise,
  type ModeSummary,
} from '../../features/margin-modes/index.ts'
import type { ListPage } from '../../list/list.ts'
import { listPanel, type PanelQuery, QueryPanel } from '../../list/query-panel.tsx'
import { useList } from '../../list/use-list.ts'
import { useObservable } from '../../use-observable.ts'
import { marketRecordQuery } from './market-record.ts'
import { linkTo } from '../../router/link-to.ts'
import { groupDigits } from '../../format/amount.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ButtonLink, OpenLink } from '../../ui/inputs/button.tsx'

interface ModesCardProps {
  marketId: string
  query: PanelQuery<{ summary: ModeSummary; complete: boolean }>
}

const scopeOf = ({ summary, complete }: { summary: ModeSummary; complete: boolean }): string =>
  `${complete ? 'all' : 'the first'} ${groupDigits(String(summary.total))}`

/** How many parties of this market are in each margin mode. */
function ModesCard({ marketId, query }: ModesCardProps) {
  const open = <OpenLink href={linkTo('/margin-modes', { marketId })} text="Open table" />
  const { data } = query
  if (!data || query.error || data.summary.total === 0) {
    return (
      <Panel title="Margin modes" end={open}>
        <QueryPanel query={query} what="the margin modes" rows={1} columns={2}>
          {({ summary }) =>
            summary.total === 0 ? (
              <Empty title="No margin modes recorded">
                A mode is recorded once a party trades or chooses one; until then cross is the default.
              </Empty>
            ) : null
          }
        </QueryPanel>
      </Panel>
    )
  }
  return (
    <ModeShare
      summary={data.summary}
      scope={
        <>
          {scopeOf(data)} {open}
        </>
      }
    />
  )
}

/** The leverage of the isolated parties of this market; nothing where there is none, or where the modes are not known. */
function LeverageCard({ query: { data, error } }: Pick<ModesCardProps, 'query'>) {
  if (!data && !error) {
    return (
      <Panel title="Leverage">
        <Skeleton rows={9} columns={2} />
      </Panel>
    )
  }
  if (!data || data.summary.isolated === 0) return null
  return <Leverage summary={data.summary} scope={scopeOf(data)} />
}

/** Its providers with their verdicts, the highest expected fees first. */
function useProviders(marketId: string) {
  const listing = useList(liquidityProvidersQuery({ marketId }))
  const verdictOf = useSlaVerdict(listing.dataUpdatedAt)
  const { rows } = useScoreRows(listing, { marketId, partyId: undefined, trusted: true, verdictOf })
  const query = listPanel(listing)
  return { ...query, data: query.data && { rows, complete: query.data.complete } }
}

/** Totals over the loaded rows, under the same key as the page of margin modes: opening that asks nothing again. */
function useModes(marketId: string) {
  const listing = useList(marginModesQuery({ marketId }))
  const pages = listing.pages as readonly ListPage<PartyMarginMode>[]
  const summary = useMemo(() => summarise(pages), [pages])
  const query = listPanel(listing)
  return { ...query, data: query.data && { summary, complete: query.data.complete } }
}

/** Everything that the page of a market shows but its chart, each part with its own failure. */
function useMarketFacts(marketId: string) {
  const markets = useMarkets()
  const record = useQuery(marketRecordQuery(marketId))
  // Its day ends at the node's now, which the first answer tells: by this device's clock it could be another day.
  const clocked = useObservable(nodeState, ({ lastResponseAt }) => lastResponseAt !== undefined)
  const group = usePanelGroup(marketId, {
    Price: useMarketDay(marketId, clocked || record.errorUpdateCount > 0),
    Liquidity: useProviders(marketId),
    'Margin modes': useModes(marketId),
    Rules: record,
  })
  const label = markets.byId.get(marketId) ?? (record.data && marketLabel(record.data.market))
  const { Price: day, Liquidity: providers, 'Margin modes': modes, Rules: rules } = group.queries
  const presence = presenceOf(label, rules.error, markets.state)
  const isEmpty = providers.data?.rows.length === 0 && modes.data?.summary.total === 0
  /** The node knows no such market, nor anything that ever happened on it. */
  const isNothing = presence === 'unknown' && isEmpty && day.data !== undefined && day.data.price === undefined
  return { group, label, presence, isNothing }
}

type MarketFacts = ReturnType<typeof useMarketFacts>

const nameless = 'name, state and decimals are not known.'
const contexts: Partial<Record<Presence, string>> = {
  absent: `This node does not describe its markets: ${nameless}`,
  failed: `The record of this market could not be loaded: ${nameless}`,
}

function Sentence({ id, facts }: { id: string; facts: MarketFacts }) {
  const { group, label, presence } = facts
  const { Price: day, Liquidity: providers, 'Margin modes': modes } = group.queries
  const parts = [
    { name: 'the price', query: day },
    { name: 'the providers', query: providers },
    { name: 'the margin modes', query: modes },
  ]
  const oldPrice = useStaleness(day.dataUpdatedAt, marketDayMs)
  const staleness = useStaleness(providers.dataUpdatedAt) ?? oldPrice
  const waiting = parts.filter(({ query }) => query.data === undefined && !query.error)
  const failed = parts.filter(({ query }) => query.data === undefined && query.error)
  if (presence === 'waiting') return <SummaryBanner waiting state="unknown" title="Loading…" />
  const sentenceFacts = {
    id,
    label,
    presence,
    stale: staleness !== undefined,
    day: day.data,
    providers: providers.data,
    modes: modes.data,
  }
  return (
    <SummaryBanner
      waiting={waiting.length > 0}
      state={marketState(sentenceFacts)}
      icon="market"
      title={marketSentence(sentenceFacts)}
      action={facts.isNothing ? <ButtonLink href="/markets">Choose a market</ButtonLink> : undefined}
    >
      {pendingWords(
        waiting.map(({ name }) => name),
        failed.map(({ name }) => name),
      ) ||
        (facts.isNothing && 'Check the id: it may be of something else, or of a market on another network.') ||
        (staleness && noAdvice(staleness)) ||
        contexts[presence]}
    </SummaryBanner>
  )
}

/** Everything the node says of one market: the sentence first, then price, liquidity, modes and rules. */
export function MarketPage() {
  const { marketId = '' } = useParams()
  const facts = useMarketFacts(marketId)
  const { group, label, presence, isNothing } = facts
  const { Price: day, Liquidity: providers, 'Margin modes': modes, Rules: record } = group.panels
  const name = label?.code || label?.name || shortId(marketId)
  useTabName('Market', label && name)
  return (
    <>
      <SubjectTitle
        id={marketId}
        kind="market"
        name={name}
        named={label !== undefined}
        what={label ? label.name : 'Market'}
        freshness={group.freshness}
        live
      />
      <InvalidIdWarning id={marketId} />
      <IgnoredParamsWarning read={readMarketSearch} />
      <InOrder where="narrow">
        {!group.isEmpty && (
          <Panel>
            <div className={styles.sentence}>
              <Sentence id={marketId} facts={facts} />
            </div>
          </Panel>
        )}
        {/* That a node has no records of markets, or none of this one, is no failure. */}
        <PanelGroupNotice group={group} about="this market" />
        {!isNothing && (
          <div className={styles.columns} {...inOrder('narrow')}>
            <div className="column" {...inOrder('narrow')}>
              <PriceCard marketId={marketId} label={label} query={day} />
              <ProvidersCard marketId={marketId} query={providers} />
              <ModesCard marketId={marketId} query={modes} />
            </div>
            {/* How many steps of leverage there are is known with them: the rules below them wait. */}
            <div className="column" {...inOrder()}>
              <LeverageCard query={modes} />
              <RulesCard label={label} presence={presence} query={record} />
            </div>
          </div>
        )}
      </InOrder>
    </>
  )
}
