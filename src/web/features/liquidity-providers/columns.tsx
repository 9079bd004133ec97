import type { ReactNode } from 'react'
import type { LiquidityProviderFeeShare, LiquidityProviderSla } from '../../../wire/liquidity-providers.ts'
import { groupDigits, isDecimal, round } from '../../format/amount.ts'
import { formatPercent } from '../../format/percent.ts'
import { MarketCell } from '../../entities/market/cell.tsx'
import { PartyCell } from '../../entities/party/cell.tsx'
import { AmountCell, MissingCell, PercentCell } from '../../entities/value-cells.tsx'
import type { GridColumn } from '../../data-grid/columns/grid-columns.tsx'
import { Exact } from '../../ui/display/exact.tsx'
import { TwinBars } from '../../ui/display/twin-bars.tsx'
import { BookBadge, verdictWords } from './book-badge.tsx'
import type { ScoreRow } from './scores/rows.ts'
import { carriedPenalty, coverage, onBook } from './scores/score.ts'
import { SlaCell } from './sla/sla-cell.tsx'
import { isJudged, slaWords } from './sla/sla.ts'
import { CarriedPenalty, Rounded, ExpectedFees, TimeOnBook } from './score-cells.tsx'

export interface ScoreColumns {
  /** Which of the two ids the page is about; the other id is a column. */
  about: 'market' | 'party'
  /** Decimals of a market's settlement asset, when known. */
  decimalsOf: (marketId: string) => number | undefined
  /** The settlement asset's symbol, when the page is about one market. */
  symbol: string | undefined
  /** The highest expected weight, for the bars. */
  top: string | undefined
}

const minimumOf = ({ verdict }: ScoreRow) => (isJudged(verdict) ? verdict.minimum : undefined)

/** Why a row has no service level. */
const noData = ({ sla }: ScoreRow): string =>
  sla === 'asking' ? 'asking this market' : sla === 'refused' ? 'this market could not be asked' : 'not reported'

/** A cell that shows members of the service level, or why there is none. */
const slaCell =
  (show: (sla: LiquidityProviderSla, row: ScoreRow) => ReactNode, words = false) =>
  (row: ScoreRow): ReactNode =>
    row.provider.sla ? show(row.provider.sla, row) : <MissingCell reason={noData(row)} words={words} />

/** A column of one member of the fee share. */
const feeShareColumn = (
  member: keyof LiquidityProviderFeeShare,
  header: string,
  size: number,
  show: (value: string) => ReactNode,
): GridColumn<ScoreRow> => ({
  id: `feeShare.${member}`,
  header,
  size,
  align: 'end',
  cell: ({ provider: { feeShare } }) => (feeShare ? show(feeShare[member]) : <MissingCell reason="not reported" />),
  text: ({ provider: { feeShare } }) => feeShare?.[member] ?? '',
})

const whole = (value: string) =>
  isDecimal(value) ? (
    <Exact exact={`${value} as received`}>{groupDigits(round(value, 0))}</Exact>
  ) : (
    <MissingCell reason="not recorded" />
  )

/** The scorecard's columns. The panel below the grid explains the derived numbers. */
export const scoreColumns = ({ about, decimalsOf, symbol, top }: ScoreColumns): readonly GridColumn<ScoreRow>[] => [
  {
    id: 'rank',
    header: 'Rank',
    size: about === 'party' ? 80 : 64,
    align: 'end',
    cell: ({ standing, of }) =>
      standing?.rank === undefined ? (
        <MissingCell reason="no rank without a weight" />
      ) : (
        <span title={of ? `of ${of.count}${of.complete ? '' : ' loaded'}` : undefined}>
          {standing.rank}
          {about === 'party' && of ? ` of ${of.count}` : ''}
        </span>
      ),
    text: ({ standing }) => String(standing?.rank ?? ''),
  },
  {
    id: 'partyId',
    header: 'Provider',
    size: 148,
    hidden: about === 'party',
    cell: ({ provider }) => <PartyCell id={provider.partyId} stacked />,
    text: ({ provider }) => provider.partyId,
  },
  {
    id: 'marketId',
    header: 'Market',
    size: 132,
    hidden: about === 'market',
    cell: ({ provider }) => <MarketCell id={provider.marketId} />,
    text: ({ provider }) => provider.marketId,
  },
  {
    id: 'now',
    header: 'Requirement now',
    size: 152,
    cell: (row) => <BookBadge row={row} />,
    text: ({ provider }) => verdictWords(onBook(provider.sla)),
  },
  {
    id: 'slaVerdict',
    header: 'SLA',
    size: 152,
    cell: ({ verdict }) => <SlaCell verdict={verdict} />,
    text: ({ verdict }) => Object.values(slaWords(verdict)).join(' ').trim(),
  },
  {
    id: 'offered',
    header: 'Offered against required',
    size: 168,
    cell: slaCell(
      ({ notionalVolumeBuys, notionalVolumeSells, requiredLiquidity }) => (
        <TwinBars
          buys={coverage(notionalVolumeBuys, requiredLiquidity)}
          sells={coverage(notionalVolumeSells, requiredLiquidity)}
        />
      ),
      true,
    ),
    text: ({ provider: { sla } }) => (sla ? `${sla.notionalVolumeBuys} / ${sla.notionalVolumeSells}` : ''),
  },
  {
    id: 'sla.requiredLiquidity',
    header: 'Required',
    ...(symbol === undefined ? {} : { unit: symbol }),
    size: 112,
    align: 'end',
    cell: slaCell(({ requiredLiquidity }, { provider }) => (
      <AmountCell raw={requiredLiquidity} decimals={decimalsOf(provider.marketId)} />
    )),
    text: ({ provider: { sla } }) => sla?.requiredLiquidity ?? '',
  },
  {
    id: 'sla.currentEpochFractionOfTimeOnBook',
    header: 'Time on book',
    size: 116,
    align: 'end',
    cell: slaCell((sla, row) => <TimeOnBook sla={sla} minimum={minimumOf(row)} />),
    text: ({ provider: { sla } }) => sla?.currentEpochFractionOfTimeOnBook ?? '',
  },
  {
    id: 'carriedPenalty',
    header: 'Carried penalty',
    size: 156,
    align: 'end',
    cell: slaCell((sla) => <CarriedPenalty sla={sla} />),
    text: ({ provider: { sla } }) => carriedPenalty(sla?.hysteresisPeriodFeePenalties ?? []) ?? '',
  },
  {
    id: 'expectedFees',
    header: 'Expected fees',
    size: 104,
    align: 'end',
    cell: ({ standing }) => <ExpectedFees standing={standing} top={top} />,
    text: ({ standing }) => standing?.weight ?? '',
  },
  feeShareColumn('equityLikeShare', 'Equity-like share', 118, (share) => <PercentCell fraction={share} digits={2} />),
  feeShareColumn('averageScore', 'Score', 64, (score) => <Rounded value={score} />),
  { ...feeShareColumn('virtualStake', 'Virtual stake', 120, whole), hidden: true },
  { ...feeShareColumn('averageEntryValuation', 'Entry valuation', 128, whole), hidden: true },
  {
    id: 'gap',
    header: 'Gap to next',
    size: 104,
    align: 'end',
    hidden: true,
    cell: ({ standing }) =>
      standing?.gap === undefined ? (
        <MissingCell reason={standing?.rank === undefined ? 'no gap without a weight' : 'nobody is above'} />
      ) : (
        <Exact exact={standing.gap}>{formatPercent(standing.gap, 2)}</Exact>
      ),
    text: ({ standing }) => standing?.gap ?? '',
  },
]
