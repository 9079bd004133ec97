import { linkTo } from '../../router/link-to.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { useQuery } from '@tanstack/react-query'
import { add, compare, trimZeros } from '../../format/amount.ts'
import { shortId } from '../../format/id.ts'
import { formatExactPercent, formatPercent, formatShare } from '../../format/percent.ts'
import { plural } from '../../format/words.ts'
import { Term } from '../../entities/term.tsx'
import { usePartyNames } from '../../preferences/party-names.ts'
import { FailureNotice } from '../../ui/feedback/failure.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { ShareBar } from '../../ui/display/share-bar.tsx'
import { Exact } from '../../ui/display/exact.tsx'
import styles from './market-panels.module.css'
import { marketRulesQuery } from './scores/rules.ts'
import { concentration, type Standing } from './scores/score.ts'
import { WaitingPanel } from './waiting-panel.tsx'
import { failureOf } from '../../client/node-failure.ts'

const maxNamed = 5

/** The distribution of a market's expected fees: the five largest shares by name, the others together. */
export function ConcentrationPanel({ standings }: { standings: ReadonlyMap<string, Standing> }) {
  const names = usePartyNames()
  const weighed = [...standings].flatMap(([partyId, { weight, share }]) =>
    weight === undefined || share === undefined ? [] : [{ partyId, weight, share }],
  )
  weighed.sort((a, b) => compare(b.weight, a.weight))
  const { providers, effective } = concentration([...standings.values()].map(({ weight }) => weight))
  const [largest] = weighed
  if (effective === undefined || largest === undefined) return null
  const others = weighed.slice(maxNamed)
  const parts = weighed.slice(0, maxNamed).map(({ partyId, weight, share }) => ({
    label: (
      <Anchor href={linkTo('/parties/$partyId', { partyId })} title={partyId}>
        {names[partyId] ?? <code className="mono">{shortId(partyId)}</code>}
      </Anchor>
    ),
    share,
    exact: weight,
  }))
  const sum = (of: 'share' | 'weight'): string => others.map((one) => one[of]).reduce(add, '0')
  const equal = trimZeros(effective)
  return (
    <Panel
      title="Concentration of expected fees"
      end={
        <span title="1 / sum of squared shares">
          {plural(providers, 'provider')}: concentration equals{' '}
          <b className={styles.strong}>{plural(equal, 'equal provider')}</b>; the largest has{' '}
          <b className={styles.strong}>
            <Exact exact={largest.weight}>{formatShare(largest.share, largest.weight)}</Exact>
          </b>
        </span>
      }
    >
      <ShareBar
        parts={
          others.length === 0
            ? parts
            : [...parts, { label: plural(others.length, 'other'), share: sum('share'), exact: sum('weight') }]
        }
      />
    </Panel>
  )
}

/** The market's requirements of its providers; absent when the node does not report them. */
export function RulesPanel({ marketId }: { marketId: string }) {
  const { data: rules, error, isPending, refetch } = useQuery(marketRulesQuery(marketId))
  if (isPending) return <WaitingPanel title="Rules of this market" />
  if (error && !rules) {
    const failure = failureOf(error)
    // A node with only the six operations has no records of single markets.
    if (failure.kind === 'absent') return null
    return (
      <Panel title="Rules of this market">
        <FailureNotice failure={failure} what="the rules of this market" onRetry={() => void refetch()} />
      </Panel>
    )
  }
  if (!rules) return null
  const epochs = rules.performanceHysteresisEpochs
  return (
    <Panel title="Rules of this market">
      <dl className={styles.facts}>
        <dt>
          <Term of="timeOnBook">Minimum time on book</Term>
        </dt>
        <dd>
          <Exact exact={rules.commitmentMinTimeFraction}>{formatExactPercent(rules.commitmentMinTimeFraction)}</Exact>
        </dd>
        <dt>Price range</dt>
        <dd>
          <Exact exact={rules.priceRange}>{formatPercent(rules.priceRange)}</Exact> from mid
        </dd>
        <dt>
          <Term of="competition">Competition factor</Term>
        </dt>
        <dd>{rules.slaCompetitionFactor}</dd>
        <dt>
          <Term of="penaltyHistory">Penalty history</Term>
        </dt>
        <dd>{plural(epochs, 'epoch')}</dd>
      </dl>
    </Panel>
  )
}

/** Explains each derived number, so that a reader can verify it. */
export function DerivationsPanel() {
  return (
    <Panel title="How these are calculated">
      <dl className={styles.derivations}>
        <dt>Requirement now</dt>
        <dd>
          Met when buys and sells each offer at least 100 % of what is required; below requirement otherwise, with the
          short side named.
        </dd>
        <dt>SLA</dt>
        <dd>
          Passing while time on book is at least the minimum of the market (the tick on the bar). Otherwise the missing
          time is minimum × epoch − time on book so far; if that exceeds the rest of the epoch, it cannot pass.
        </dd>
        <dt>Offered against required</dt>
        <dd>Notional volume of each side ÷ required liquidity. The line marks 100 %; the bar ends at 160 %.</dd>
        <dt>Time on book</dt>
        <dd>As reported; can slightly exceed 100 %. The number is then marked and its bar ends at 100 %.</dd>
        <dt>Average penalty</dt>
        <dd>The mean of the fee penalties in the penalty history. Below it: last epoch's fee and bond penalties.</dd>
        <dt>Expected fees</dt>
        <dd>
          Equity-like share × score ÷ the sum of this over all providers of the market. An estimate, before penalties.
        </dd>
        <dt>Rank and gap</dt>
        <dd>Ranked by expected fees; ties share a rank. Gap = distance to the provider above.</dd>
        <dt>Equal providers</dt>
        <dd>1 / sum of squared expected fees: how many providers of the same size would be as concentrated.</dd>
      </dl>
      <p className={styles.note}>
        Calculated in exact decimals; percentages are rounded half up. Hover or focus shows the exact value.
      </p>
    </Panel>
  )
}
