import type { LiquidityProviderSla } from '../../../../wire/liquidity-providers.ts'
import { compare, divide, isDecimal, multiply, roundShown } from '../../../format/amount.ts'
import { formatAgainst, formatPercent, formatShare } from '../../../format/percent.ts'
import { AmountCell, MissingCell, PercentCell } from '../../../entities/value-cells.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Exact } from '../../../ui/display/exact.tsx'
import styles from './score-cells.module.css'
import { carriedPenalty, exceedsWhole, type FeeStanding, coverage } from '../scores/fee-standings.ts'
import penaltyBars from './penalty-bars.module.css'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import type { ScoreRow } from '../scores/rows.ts'
import { onBook, type OnBook } from '../../../../wire/sla/sla-verdict.ts'
import { TwinBars } from '../../../ui/display/bars.tsx'

/** What a provider offers now on both sides, against what is required of it. */
export const OfferedBars = ({ sla }: { sla: LiquidityProviderSla }) => (
  <TwinBars
    buys={coverage(sla.notionalVolumeBuys, sla.requiredLiquidity)}
    sells={coverage(sla.notionalVolumeSells, sla.requiredLiquidity)}
  />
)

/** A fraction of an epoch, rounded so that it does not seem to reach a minimum that it misses. */
export const TimeFraction = ({ fraction, minimum }: { fraction: string; minimum: string | undefined }) =>
  isDecimal(fraction) ? (
    <Exact exact={fraction}>{formatAgainst(fraction, minimum)}</Exact>
  ) : (
    <MissingCell reason="not recorded" />
  )

interface FeeRankProps {
  standing: FeeStanding | undefined
  /** How many providers are ranked. */
  of: number | undefined
  /** Why there is no share. */
  missing: string
}

/** Expected share of the fees of a market, with its rank. */
export function FeeRank({ standing, of, missing }: FeeRankProps) {
  if (standing?.share === undefined) return <MissingCell reason={missing} />
  return (
    <>
      <Exact exact={standing.weight}>{formatShare(standing.share, standing.weight)}</Exact>
      <br />
      <small>
        rank {standing.rank} of {of}
      </small>
    </>
  )
}

const looks = {
  on: { risk: 'ok', words: 'Requirement met' },
  off: { risk: 'limit', words: 'Not met' },
  free: { risk: 'none', words: 'Nothing required' },
  unknown: { risk: 'unknown', words: 'No data' },
} as const

export const onBookWords = (verdict: OnBook): string =>
  verdict.state === 'off' ? `Not met: ${verdict.short}` : looks[verdict.state].words

/** Whether a provider meets its requirement now, and otherwise which side is short. */
export const VerdictBadge = ({ verdict }: { verdict: OnBook }) => (
  <StateBadge state={looks[verdict.state].risk}>{onBookWords(verdict)}</StateBadge>
)

/** The same for a row, whose service level may still be loading. */
export function BookBadge({
  row: { provider, sla, verdict },
}: {
  row: Pick<ScoreRow, 'provider' | 'sla' | 'verdict'>
}) {
  if (verdict.state === 'stale') return <StateBadge state="stale">Stale</StateBadge>
  if (sla !== 'known') {
    return <StateBadge state="unknown">{sla === 'asking' ? 'Loading' : 'No response'}</StateBadge>
  }
  return <VerdictBadge verdict={onBook(provider.sla)} />
}

const [width, gap, height] = [4.8, 1.5, 16]

/** Past fee penalties as small bars in the node's order. Numbers are for drawing only. */
function PenaltyBars({ penalties }: { penalties: readonly string[] }) {
  const values = penalties.map(Number).map((value) => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0))
  const max = Math.max(0.1, ...values)
  const worst = Math.max(0, ...values)
  const total = values.length * (width + gap)
  return (
    <svg
      className={penaltyBars.bars}
      viewBox={`0 0 ${total} ${height}`}
      style={{ width: `${total / 16}rem` }}
      role="img"
      aria-label={`Fee penalty history: ${penalties.map((penalty) => formatPercent(penalty)).join(', ')}`}
      data-state={worst >= 0.5 ? 'limit' : worst >= 0.1 ? 'near' : worst > 0 ? 'watch' : undefined}
    >
      {values.map((value, index) => {
        const tall = Math.max(1, (value / max) * height)
        return (
          <rect
            key={index}
            x={index * (width + gap)}
            y={height - tall}
            width={width}
            height={tall}
            opacity={value === 0 ? 0.5 : 1}
          />
        )
      })}
    </svg>
  )
}

/** The length of a bar in percent, 0 to 100, for drawing only. */
const length = (fraction: string): number =>
  isDecimal(fraction) ? Math.min(100, Math.max(0, Number(divide(multiply(fraction, '100'), '1', 2)))) : 0

/** A thin bar under a number, with a tick at a minimum. */
const Meter = ({ fraction, minimum }: { fraction: string; minimum?: string | undefined }) => (
  <span className={styles.meter} aria-hidden="true">
    <i style={{ width: `${length(fraction)}%` }} />
    {minimum === undefined ? null : <b style={{ left: `${length(minimum)}%` }} />}
  </span>
)

/** Time on book of this epoch above that of the last one, with the direction of change; more than 100 % is marked. */
export function TimeOnBookCell({ sla, minimum }: { sla: LiquidityProviderSla; minimum: string | undefined }) {
  const { currentEpochFractionOfTimeOnBook: now, lastEpochFractionOfTimeOnBook: last } = sla
  const isComparable = isDecimal(now) && isDecimal(last)
  const way = isComparable ? compare(now, last) : 0
  return (
    <span className={styles.stack}>
      <span className={styles.line}>
        {exceedsWhole(now) ? (
          <abbr className={styles.over} title={`${now} as reported: more than the whole epoch so far`}>
            above 100 %
          </abbr>
        ) : way === 0 ? null : (
          <span className="muted" title={way > 0 ? 'more than last epoch' : 'less than last epoch'}>
            <Icon name={way > 0 ? 'arrow-up' : 'arrow-down'} size="0.8125rem" />
            <span className="visually-hidden">{way > 0 ? 'up to' : 'down to'}</span>
          </span>
        )}
        {now === '' ? <MissingCell reason="not recorded" /> : <Exact exact={now}>{formatAgainst(now, minimum)}</Exact>}
      </span>
      <Meter fraction={now} minimum={minimum} />
      <small>last {last === '' ? 'not recorded' : <Exact exact={last}>{formatAgainst(last, minimum)}</Exact>}</small>
    </span>
  )
}

export function CarriedPenaltyCell({ sla }: { sla: LiquidityProviderSla }) {
  const carried = carriedPenalty(sla.hysteresisPeriodFeePenalties)
  return (
    <span className={styles.stack}>
      <span className={styles.line}>
        {carried === undefined ? (
          <MissingCell reason="none" words />
        ) : (
          <>
            <PenaltyBars penalties={sla.hysteresisPeriodFeePenalties} />
            <span className={styles.figure}>
              <PercentCell fraction={carried} />
            </span>
          </>
        )}
      </span>
    </span>
  )
}

/** Expected share of the fees. `top` is the highest weight, for the bar. */
export function ExpectedFeesCell({ standing, top }: { standing: FeeStanding | undefined; top: string | undefined }) {
  if (standing?.weight === undefined || standing.share === undefined)
    return <MissingCell reason="shares and scores not known" />
  const { weight, share } = standing
  return (
    <span className={styles.stack}>
      <b>
        <Exact exact={weight}>{formatShare(share, weight)}</Exact>
      </b>
      <Meter fraction={top === undefined || compare(top, '0') === 0 ? weight : divide(weight, top, 6)} />
    </span>
  )
}

/** A fraction rounded half up to three places; the title holds the exact one. */
export const RoundedCell = ({ value }: { value: string }) =>
  isDecimal(value) ? <Exact exact={value}>{roundShown(value, 3)}</Exact> : <MissingCell reason="not recorded" />

interface RequirementCellProps {
  row: ScoreRow
  /** Of the settlement asset, where they are known, and its symbol. */
  decimals: number | undefined
  symbol: string | undefined
}

/** Whether a provider meets its requirement now, above what that is. */
export const RequirementCell = ({ row, decimals, symbol = '' }: RequirementCellProps) => (
  <span className={styles.verdict}>
    <BookBadge row={row} />
    {row.provider.sla && (
      <small className={styles.amount}>
        of <AmountCell raw={row.provider.sla.requiredLiquidity} decimals={decimals} /> {symbol}
      </small>
    )}
  </span>
)
