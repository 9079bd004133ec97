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
  /** Which of the two ids the page is about; the other one is a column. */
  about: 'market' | 'party'
  /** Decimals of a market's settlement asset, when known. */
  decimalsOf: (marketId: string) => number | undefined
  /** The settlement asset's symbol, when the page is about one market. */
  symbol: string | undefined
  /** The highest expected weight, for the bars. */
  top: string | undefined
}

const minimumOf = ({ verdict }: ScoreRow) => (isJudged(verdict) ? verdict.minimum : undefined)

/** Why the service level of a row is not there. */
const noData = ({ sla }: ScoreRow): string =>
  sla === 'asking' ? 'asking this market' : sla === 'refused' ? 'this market could not be asked' : 'not reported'

/** A cell that shows members of the service level, or why there is none. */
const slaCell =
  (show: (sla: LiquidityProviderSla, row: ScoreRow) => ReactNode, words = false) =>
  (row: ScoreRow): ReactNode =>
    row.provider.sla ? show(row.provider.sla, row) : <MissingCell reason={noData(row)} words={words} />

const feeShareCell =
  (show: (feeShare: LiquidityProviderFeeShare) => ReactNode) =>
  ({ provider: { feeShare } }: ScoreRow): ReactNode =>
    feeShare ? show(feeShare) : <MissingCell reason="not reported" />

const whole = (value: string) =>
  isDecimal(value) ? (
    <Exact exact={`${value} as received`}>{groupDigits(round(value, 0))}</Exact>
  ) : (
    <MissingCell reason="not recorded" />
  )

/** The scorecard's columns. Numbers that are derived say how in the panel below the grid. */
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
  {
    id: 'feeShare.equityLikeShare',
    header: 'Equity-like share',
    size: 118,
    align: 'end',
    cell: feeShareCell(({ equityLikeShare }) => <PercentCell fraction={equityLikeShare} digits={2} />),
    text: ({ provider: { feeShare } }) => feeShare?.equityLikeShare ?? '',
  },
  {
    id: 'feeShare.averageScore',
    header: 'Score',
    size: 64,
    align: 'end',
    cell: feeShareCell(({ averageScore }) => <Rounded value={averageScore} />),
    text: ({ provider: { feeShare } }) => feeShare?.averageScore ?? '',
  },
  {
    id: 'feeShare.virtualStake',
    header: 'Virtual stake',
    size: 120,
    align: 'end',
    hidden: true,
    cell: feeShareCell(({ virtualStake }) => whole(virtualStake)),
    text: ({ provider: { feeShare } }) => feeShare?.virtualStake ?? '',
  },
  {
    id: 'feeShare.averageEntryValuation',
    header: 'Entry valuation',
    size: 128,
    align: 'end',
    hidden: true,
    cell: feeShareCell(({ averageEntryValuation }) => whole(averageEntryValuation)),
    text: ({ provider: { feeShare } }) => feeShare?.averageEntryValuation ?? '',
  },
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
