import type { ReactNode } from 'react'
import type { LiquidityProviderSla, LiquidityProviderFeeShare } from '../../../../wire/liquidity-providers.ts'
import { formatPercent, formatReached, formatShare } from '../../../format/percent.ts'
import { MarketCell, PartyCell } from '../../../entities/entity-cells.tsx'
import { AmountCell, MissingCell, PercentCell } from '../../../entities/value-cells.tsx'
import type { Names } from '../../../entities/labels.ts'
import type { GridColumn } from '../../../grid/columns/grid-columns.tsx'
import { Exact } from '../../../ui/display/exact.tsx'
import type { ScoreRow } from '../scores/rows.ts'
import { carriedPenalty, coverage } from '../scores/fee-standings.ts'
import { onBook, isJudged, slaWords, type SlaVerdict } from '../../../../wire/sla/sla-verdict.ts'
import { SlaCell } from '../sla/sla-cell.tsx'
import {
  CarriedPenaltyCell,
  ExpectedFeesCell,
  TimeOnBookCell,
  RoundedCell,
  onBookWords,
  BookBadge,
  RequirementCell,
  OfferedBars,
  TimeFraction,
} from './score-cells.tsx'
import { isDecimal, roundShown, compare, shiftDecimals } from '../../../format/amount.ts'

// What the scorecard's columns are sorted by, and what is found in them.

/** The order in which a reader wants to see the verdicts. */
const severity: readonly SlaVerdict['state'][] = [
  'lost',
  'failing',
  'passes-if',
  'passing',
  'waiting',
  'stale',
  'unknown',
]

/** Sorts verdicts in that order. */
const severityOf = ({ verdict }: ScoreRow): string => String(severity.indexOf(verdict.state))

const slaText = ({ verdict }: ScoreRow): string => Object.values(slaWords(verdict)).join(' ').trim()

/** A service level that is loading or failed may exist: its columns do not count as empty. */
const hasSla = ({ sla, provider }: ScoreRow): boolean => sla !== 'known' || provider.sla !== null

/** Ranks need the market's other providers, which may still be loading. */
const isRanked = ({ of, standing }: ScoreRow): boolean => of === undefined || standing?.weight !== undefined

const percentWords = (fraction: string | undefined, digits = 1): string =>
  fraction === undefined || !isDecimal(fraction) ? '' : formatPercent(fraction, digits)

/** How much of what is required is offered, buys and sells, as far as it can be computed. */
const coverages = (sla: LiquidityProviderSla | null): string[] =>
  sla
    ? [sla.notionalVolumeBuys, sla.notionalVolumeSells]
        .map((volume) => coverage(volume, sla.requiredLiquidity))
        .filter((covered) => covered !== undefined)
    : []

const smallest = (decimals: readonly string[]): string => decimals.toSorted((a, b) => compare(a, b))[0] ?? ''

/** An amount as its cell shows it, so that rows of several assets are sorted by what is read. */
const scaled = (raw: string, decimals: number | undefined): string =>
  raw === '' || decimals === undefined || !isDecimal(raw) ? raw : shiftDecimals(raw, decimals)

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
    <Exact exact={`${value} as received`}>{roundShown(value, 0)}</Exact>
  ) : (
    <MissingCell reason="not recorded" />
  )

const feeShareColumns: readonly GridColumn<ScoreRow>[] = [
  {
    id: 'feeShare.equityLikeShare',
    term: 'equityLikeShare',
    header: 'Equity-like share',
    size: 120,
    align: 'end',
    text: ({ provider: { feeShare } }) => feeShare?.equityLikeShare ?? '',
    cell: ({ provider: { feeShare } }) =>
      feeShare ? <PercentCell fraction={feeShare.equityLikeShare} digits={2} /> : <MissingCell reason="not reported" />,
    shown: ({ provider: { feeShare } }) => percentWords(feeShare?.equityLikeShare, 2),
    hidden: true,
  },
  { ...feeShareColumn('averageScore', 'Score', 64, (score) => <RoundedCell value={score} />), hidden: true },
  { ...feeShareColumn('virtualStake', 'Virtual stake', 120, whole), hidden: true },
  { ...feeShareColumn('averageEntryValuation', 'Entry valuation', 128, whole), hidden: true },
]

export interface ScoreColumns {
  /** Which of the two ids the page is about; the other id is a column. */
  about: 'market' | 'party'
  decimalsOf: (marketId: string) => number | undefined
  /** The settlement asset's symbol, when the page is about one market. */
  symbol: string | undefined
  /** The highest expected weight, for the bars. */
  top: string | undefined
  /** What readers know parties and markets by. */
  names: Names
}

const minimumOf = ({ verdict }: ScoreRow) => (isJudged(verdict) ? verdict.minimum : undefined)

/** Why a row has no service level. */
const noData = ({ sla }: ScoreRow): string =>
  sla === 'asking' ? 'loading this market' : sla === 'refused' ? 'this market could not be loaded' : 'not reported'

/** A cell that shows members of the service level, or why there is none. */
const slaCell =
  (show: (sla: LiquidityProviderSla, row: ScoreRow) => ReactNode, words = false) =>
  (row: ScoreRow): ReactNode =>
    row.provider.sla ? show(row.provider.sla, row) : <MissingCell reason={noData(row)} words={words} />

/** The scorecard's columns. Terms in their heads say how numbers are derived. */
export const scoreColumns = ({
  about,
  decimalsOf,
  symbol,
  top,
  names,
}: ScoreColumns): readonly GridColumn<ScoreRow>[] => [
  {
    id: 'rank',
    card: false,
    header: 'Rank',
    size: about === 'party' ? 80 : 62,
    align: 'end',
    cell: ({ standing, of }) =>
      standing?.rank === undefined ? (
        <MissingCell reason="no rank without expected fees" />
      ) : (
        <span title={of ? `of ${of.count}${of.complete ? '' : ' loaded'}` : undefined}>
          {standing.rank}
          {about === 'party' && of ? ` of ${of.count}` : ''}
        </span>
      ),
    text: ({ standing }) => String(standing?.rank ?? ''),
    filled: isRanked,
  },
  {
    id: 'partyId',
    header: 'Provider',
    title: true,
    size: 148,
    hidden: about === 'party',
    cell: ({ provider }) => <PartyCell id={provider.partyId} stacked />,
    card: ({ provider }) => <PartyCell id={provider.partyId} />,
    text: ({ provider }) => provider.partyId,
    sortBy: ({ provider }) => names.party(provider.partyId),
  },
  {
    id: 'marketId',
    header: 'Market',
    title: true,
    size: 132,
    hidden: about === 'market',
    cell: ({ provider }) => <MarketCell id={provider.marketId} />,
    text: ({ provider }) => provider.marketId,
    sortBy: ({ provider }) => names.market(provider.marketId),
  },
  {
    id: 'now',
    term: 'requirement',
    header: 'Requirement now',
    size: 144,
    card: (row) => <BookBadge row={row} />,
    cell: (row) => <RequirementCell row={row} decimals={decimalsOf(row.provider.marketId)} symbol={symbol} />,
    text: ({ provider }) => onBookWords(onBook(provider.sla)),
  },
  {
    id: 'slaVerdict',
    term: 'sla',
    header: 'SLA',
    size: 204,
    cell: ({ verdict, provider }) => <SlaCell verdict={verdict} marketId={provider.marketId} />,
    card: ({ verdict, provider }) => <SlaCell verdict={verdict} marketId={provider.marketId} />,
    text: slaText,
    shown: slaText,
    sortBy: severityOf,
    directions: ['failing first', 'passing first'],
  },
  {
    id: 'offered',
    card: false,
    term: 'offered',
    header: 'Offered against required',
    size: 160,
    cell: slaCell((sla) => <OfferedBars sla={sla} />, true),
    text: ({ provider: { sla } }) => (sla ? `${sla.notionalVolumeBuys} / ${sla.notionalVolumeSells}` : ''),
    shown: ({ provider: { sla } }) =>
      coverages(sla)
        .map((one) => formatReached(one))
        .join(' '),
    sortBy: ({ provider: { sla } }) => smallest(coverages(sla)),
    directions: ['least covered first', 'most covered first'],
    filled: hasSla,
  },
  {
    id: 'sla.requiredLiquidity',
    header: 'Required',
    ...(symbol === undefined ? {} : { unit: symbol }),
    size: 112,
    align: 'end',
    // It stands below the verdict; as a column of its own it can be sorted by.
    hidden: true,
    cell: slaCell(({ requiredLiquidity }, { provider }) => (
      <AmountCell raw={requiredLiquidity} decimals={decimalsOf(provider.marketId)} />
    )),
    text: ({ provider: { sla } }) => sla?.requiredLiquidity ?? '',
    sortBy: ({ provider: { sla, marketId } }) => scaled(sla?.requiredLiquidity ?? '', decimalsOf(marketId)),
    filled: hasSla,
  },
  {
    id: 'sla.currentEpochFractionOfTimeOnBook',
    term: 'timeOnBook',
    header: 'Time on book',
    size: 152,
    align: 'end',
    cell: slaCell((sla, row) => <TimeOnBookCell sla={sla} minimum={minimumOf(row)} />),
    card: slaCell((sla, row) => (
      <span>on book {<TimeFraction fraction={sla.currentEpochFractionOfTimeOnBook} minimum={minimumOf(row)} />}</span>
    )),
    text: ({ provider: { sla } }) => sla?.currentEpochFractionOfTimeOnBook ?? '',
    shown: ({ provider: { sla } }) => percentWords(sla?.currentEpochFractionOfTimeOnBook),
    filled: hasSla,
  },
  {
    id: 'carriedPenalty',
    card: false,
    term: 'penaltyHistory',
    header: 'Average penalty',
    size: 156,
    align: 'end',
    cell: slaCell((sla) => <CarriedPenaltyCell sla={sla} />),
    text: ({ provider: { sla } }) => carriedPenalty(sla?.hysteresisPeriodFeePenalties ?? []) ?? '',
    shown: ({ provider: { sla } }) => percentWords(carriedPenalty(sla?.hysteresisPeriodFeePenalties ?? [])),
    filled: hasSla,
  },
  {
    id: 'expectedFees',
    term: 'feeWeight',
    header: 'Expected fees',
    size: 110,
    align: 'end',
    cell: ({ standing }) => <ExpectedFeesCell standing={standing} top={top} />,
    card: ({ standing }) =>
      standing?.share !== undefined && <span>fees {formatShare(standing.share, standing.weight)}</span>,
    text: ({ standing }) => standing?.weight ?? '',
    shown: ({ standing }) => (standing?.share === undefined ? '' : formatShare(standing.share, standing.weight)),
    filled: isRanked,
  },
  ...feeShareColumns,
  {
    id: 'gap',
    header: 'Gap to next',
    size: 104,
    align: 'end',
    hidden: true,
    cell: ({ standing }) =>
      standing?.gap === undefined ? (
        <MissingCell reason={standing?.rank === undefined ? 'no gap without expected fees' : 'already first'} />
      ) : (
        <Exact exact={standing.gap}>{formatPercent(standing.gap, 2)}</Exact>
      ),
    text: ({ standing }) => standing?.gap ?? '',
    shown: ({ standing }) => percentWords(standing?.gap, 2),
    filled: isRanked,
  },
]
