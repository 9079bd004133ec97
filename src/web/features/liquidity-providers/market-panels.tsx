import { useQuery, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { compare, trimZeros } from '../../format/amount.ts'
import { formatExactPercent, formatPercent } from '../../format/percent.ts'
import { plural } from '../../format/words.ts'
import { Term } from '../../entities/term.tsx'
import { FailureNotice } from '../../ui/feedback/failure.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { ShareBar } from '../../ui/display/bars.tsx'
import { Exact } from '../../ui/display/exact.tsx'
import { concentration, type FeeStanding } from './scores/fee-standings.ts'
import { failureOf } from '../../format/failure.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { getMarket, type Market } from '../../../wire/network.ts'
import { NumberText } from '../../../wire/scalar.ts'
import { ask } from '../../client/request.ts'

/** Fractions as text; `performanceHysteresisEpochs` is a count of epochs. */
const LiquiditySlaParams = v.object({
  commitmentMinTimeFraction: NumberText,
  priceRange: NumberText,
  slaCompetitionFactor: NumberText,
  performanceHysteresisEpochs: NumberText,
})
export type MarketRules = v.InferOutput<typeof LiquiditySlaParams>

/** The rules in a market's record; null when it has none that can be parsed. */
export function rulesOf(market: Market): MarketRules | null {
  const parsed = v.safeParse(LiquiditySlaParams, market['liquiditySlaParams'])
  return parsed.success ? parsed.output : null
}

export const marketRulesQuery = (marketId: string) =>
  queryOptions({
    queryKey: [getMarket.name, 'rules', marketId],
    queryFn: async ({ signal }) => rulesOf((await ask(getMarket, { marketId }, { signal })).market),
    staleTime: 10 * 60_000,
  })

/** A placeholder for the panels above the list, which is held back until they have loaded. */
export function WaitingPanel({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <Skeleton rows={2} />
    </Panel>
  )
}

/** How a market's expected fees are distributed, in one line and a bar; the table has each provider's share. */
export function ConcentrationPanel({ standings }: { standings: ReadonlyMap<string, FeeStanding> }) {
  const weighed = [...standings.values()].flatMap(({ weight, share }) =>
    weight === undefined || share === undefined ? [] : [{ weight, share }],
  )
  weighed.sort((a, b) => compare(b.weight, a.weight))
  const effective = concentration([...standings.values()].map(({ weight }) => weight))
  if (effective === undefined) return null
  const equal = trimZeros(effective)
  return (
    <Panel
      title="Concentration of expected fees"
      end={
        <span>
          As concentrated as <Term of="equalProviders">{plural(equal, 'equal provider')}</Term>
        </span>
      }
    >
      <ShareBar shares={weighed.map(({ share }) => share)} />
    </Panel>
  )
}

/** The market's requirements of its providers; absent when the node does not report them. */
export function RulesPanel({ marketId }: { marketId: string }) {
  const { data: rules, error, isPending, refetch } = useQuery(marketRulesQuery(marketId))
  if (isPending) return <WaitingPanel title="Rules of this market" />
  if (error && !rules) {
    const failure = failureOf(error)
    // A node with only the six operations has no records of single markets; the list says what a node does not know.
    if (failure.kind === 'absent' || failure.kind === 'unknown') return null
    return (
      <Panel title="Rules of this market">
        <FailureNotice failure={failure} what="the rules of this market" onRetry={() => void refetch()} />
      </Panel>
    )
  }
  if (!rules) return null
  return (
    <Panel title="Rules of this market">
      <dl className="pairs">
        <dt>Minimum time on book</dt>
        <dd>
          <Exact exact={rules.commitmentMinTimeFraction}>{formatExactPercent(rules.commitmentMinTimeFraction)}</Exact>
        </dd>
        <dt>Price range</dt>
        <dd>
          <Exact exact={rules.priceRange}>{formatPercent(rules.priceRange)}</Exact> from mid
        </dd>
      </dl>
    </Panel>
  )
}
