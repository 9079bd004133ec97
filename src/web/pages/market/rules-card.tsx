import type { ReactNode } from 'react'
import { useAssets, type MarketLabel } from '../../entities/labels.ts'
import { enumWords, plural } from '../../format/words.ts'
import { AssetCell, MarketCell } from '../../entities/entity-cells.tsx'
import { TimeCell, MissingCell } from '../../entities/value-cells.tsx'
import { Term } from '../../entities/term.tsx'
import { formatAmount, isDecimal } from '../../format/amount.ts'
import { formatExactPercent, formatPercent } from '../../format/percent.ts'
import { type PanelQuery, QueryPanel } from '../../list/query-panel.tsx'
import { fact, type Fact, FactList, Facts } from '../../ui/display/facts.tsx'
import { Exact } from '../../ui/display/exact.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import type { MarketRecord } from './market-record.ts'
import type { Presence } from '../../format/failure.ts'

const missing = <MissingCell reason="not reported" words />

/** A fraction as percent, with as many digits as it has. */
function Percent({ of }: { of: string | undefined }) {
  if (of === undefined) return missing
  return isDecimal(of) ? <Exact exact={of}>{formatExactPercent(of, 2)}</Exact> : <>{of}</>
}

const optional = (label: string, value: string | undefined, render: (value: string) => ReactNode): Fact[] =>
  value === undefined ? [] : [fact(label, render(value))]

function instrumentFacts({ tick, tradingMode }: MarketRecord, label: MarketLabel): Fact[] {
  return [
    fact('Settled in', label.settlementAsset ? <AssetCell id={label.settlementAsset} /> : missing),
    ...optional('Quoted in', label.quote, (quote) => quote),
    fact('Price decimals', label.decimals),
    fact('Size decimals', label.positionDecimals),
    fact(
      'Tick',
      tick === undefined ? (
        missing
      ) : (
        <Exact exact={`${tick} raw`}>
          {formatAmount(tick, label.decimals)} {label.quote ?? ''}
        </Exact>
      ),
    ),
    fact('Trading mode', enumWords(tradingMode)),
  ]
}

const feeFacts = ({ fees }: MarketRecord): Fact[] => [
  fact('Maker', <Percent of={fees.maker} />),
  fact('Infrastructure', <Percent of={fees.infrastructure} />),
  fact('Liquidity', <Percent of={fees.liquidity} />),
]

const slaFacts = ({ sla }: MarketRecord): Fact[] => [
  fact(<Term of="timeOnBook">Minimum time on book</Term>, <Percent of={sla.minTime} />),
  fact(
    'Price range',
    sla.priceRange === undefined ? (
      missing
    ) : (
      <Exact exact={sla.priceRange}>
        {isDecimal(sla.priceRange) ? formatPercent(sla.priceRange) : sla.priceRange} from mid
      </Exact>
    ),
  ),
  fact(<Term of="competition">Competition factor</Term>, sla.competition ?? missing),
  fact(
    <Term of="penaltyHistory">Penalty history</Term>,
    sla.epochs === undefined ? missing : plural(sla.epochs, 'epoch'),
  ),
]

function lineFacts({ parent, successor, insurance, proposed, open, close }: MarketRecord): Fact[] {
  return [
    fact('Parent', parent === undefined ? 'none' : <MarketCell id={parent} />),
    fact('Successor', successor === undefined ? 'none' : <MarketCell id={successor} />),
    ...optional('Insurance pool inherited', insurance, (fraction) => <Percent of={fraction} />),
    ...optional('Proposed', proposed, (ns) => <TimeCell ns={ns} />),
    ...optional('Opened', open, (ns) => <TimeCell ns={ns} />),
    ...optional('Closed', close, (ns) => <TimeCell ns={ns} />),
  ]
}

/** The node has no route for one market; its list may have named this one. */
const undescribed: Partial<Record<Presence, ReactNode>> = {
  unknown: <Empty title="No such market on this node" />,
  known: <Empty title="This node does not report the rules of its markets" />,
  absent: (
    <Empty title="This node does not describe its markets">
      Prices and amounts are shown as received; decimals can be set in Settings.
    </Empty>
  ),
}

interface RulesCardProps {
  label: MarketLabel | undefined
  presence: Presence
  query: PanelQuery<MarketRecord>
}

/** What the market's record says: asset and decimals, fees, service level, parent and successor. */
export function RulesCard({ label, presence, query }: RulesCardProps) {
  // Until the assets are known, the settlement asset would change its width from an id to a symbol.
  const assets = useAssets()
  return (
    <Panel title="Rules">
      <QueryPanel
        query={query}
        what="the rules of this market"
        rows={16}
        columns={2}
        none={{ absent: undescribed[presence], unknown: undescribed.unknown }}
      >
        {(record) =>
          label && (
            <Facts waiting={assets.state === 'waiting'}>
              <FactList title="Instrument" facts={instrumentFacts(record, label)} />
              <FactList title="Fees" facts={feeFacts(record)} />
              <FactList title="Service level (SLA) of providers" facts={slaFacts(record)} />
              <FactList title="Market lineage" facts={lineFacts(record)} />
            </Facts>
          )
        }
      </QueryPanel>
    </Panel>
  )
}
