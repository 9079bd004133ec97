import { useParams } from '../../router/use-location.ts'
import { noAdvice, useStaleness } from '../../entities/staleness.ts'
import { OddId } from '../../entities/odd-id.tsx'
import { shortId } from '../../format/id.ts'
import { SubjectTitle } from '../../entities/subject-title.tsx'
import { amid, isSettled, sharedFailure } from '../../infinite-list/answers.ts'
import { Partial } from '../../infinite-list/partial.tsx'
import { useTellTitle } from '../../ui/feedback/tab-state.ts'
import { InOrder, inOrder } from '../../ui/display/in-order.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Verdict } from '../../ui/feedback/summary-banner.tsx'
import { LiquidityCard } from './liquidity-card.tsx'
import { type MarketAnswers, useMarketFacts } from './market-facts.ts'
import { LeverageCard, ModesCard } from './modes-card.tsx'
import styles from './page.module.css'
import { PriceCard } from './price-card.tsx'
import { RulesCard } from './rules-card.tsx'
import { marketSentence, marketState, pendingWords } from './sentence.ts'
import { type Presence, presenceOf } from '../../format/failure.ts'

/** The parts that the sentence is made of, by the words for a part that is missing. */
const partsOf = ({ day, providers, modes }: MarketAnswers) =>
  [
    { name: 'the price', answer: day },
    { name: 'the providers', answer: providers },
    { name: 'the margin modes', answer: modes },
  ] as const

const usualContext = '“Below requirement” is about now; the SLA is about the whole epoch.'
const nameless = 'name, state and decimals are not known.'
const contexts: Partial<Record<Presence, string>> = {
  absent: `This node does not describe its markets: ${nameless}`,
  failed: `The record of this market could not be loaded: ${nameless}`,
}

function Sentence({ id, facts }: { id: string; facts: MarketAnswers }) {
  const { label, presence, day, providers, modes } = facts
  const parts = partsOf(facts)
  const staleness = useStaleness(providers.dataUpdatedAt)
  const waiting = parts.filter(({ answer }) => answer.data === undefined && !answer.failure)
  const failed = parts.filter(({ answer }) => answer.data === undefined && answer.failure)
  if (presence === 'waiting')
    return (
      <Verdict waiting state="unknown" title="Loading this market">
        One moment.
      </Verdict>
    )
  const told = {
    id,
    label,
    presence,
    stale: staleness !== undefined,
    day: day.data,
    providers: providers.data,
    modes: modes.data,
  }
  return (
    <Verdict waiting={waiting.length > 0} state={marketState(told)} icon="market" title={marketSentence(told)}>
      {pendingWords(
        waiting.map(({ name }) => name),
        failed.map(({ name }) => name),
      ) ||
        (staleness && noAdvice(staleness)) ||
        (contexts[presence] ?? usualContext)}
    </Verdict>
  )
}

/** Everything the node says of one market: the sentence first, then price, liquidity, modes and rules. */
export function MarketPage() {
  const { marketId = '' } = useParams()
  const facts = useMarketFacts(marketId)
  const { label, record, day, providers, modes, presence } = facts
  // That a node has no records of markets, or none of this one, is no failure.
  const lacking = ['absent', 'unknown'].includes(presenceOf(record.data, record.failure))
  const panels = [
    { name: 'Price', answer: day },
    { name: 'Liquidity', answer: providers },
    { name: 'Margin modes', answer: modes },
    ...(lacking ? [] : [{ name: 'Rules', answer: record }]),
  ]
  const all = panels.map(({ answer }) => answer)
  const nothing = isSettled(all) && sharedFailure(all) && all.every(({ data }) => data === undefined)
  const name = label?.code || label?.name || shortId(marketId)
  useTellTitle({ now: `Market, ${name}`, lasting: `Market, ${name}` })
  const freshness = {
    dataUpdatedAt: Math.max(...all.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => all.forEach(({ refetch }) => refetch()),
  }
  return (
    <>
      <SubjectTitle
        id={marketId}
        kind="market"
        name={name}
        named={label !== undefined}
        what={label ? label.name : 'Market'}
        freshness={freshness}
        live
      />
      <OddId id={marketId} />
      <InOrder narrow>
        {!nothing && (
          <Panel>
            <div className={styles.sentence}>
              <Sentence id={marketId} facts={facts} />
            </div>
          </Panel>
        )}
        <Partial panels={panels} about="this market" />
        <div className={styles.columns} {...inOrder(true)}>
          <div className={styles.stack} {...inOrder(true)}>
            <PriceCard marketId={marketId} label={label} unlisted={presence === 'unknown'} answer={amid(day, all)} />
            <LiquidityCard marketId={marketId} answer={amid(providers, all)} />
            <ModesCard marketId={marketId} answer={amid(modes, all)} />
          </div>
          <div className={styles.stack} {...inOrder(true)}>
            <LeverageCard answer={amid(modes, all)} />
            <RulesCard label={label} presence={presence} answer={amid(record, all)} />
          </div>
        </div>
      </InOrder>
    </>
  )
}
