import type { LiquidityProvider } from '../../../wire/liquidity-providers.ts'
import { verdictWords } from '../../features/liquidity-providers/columns/book-badge.tsx'
import type { MarketScore } from '../../features/liquidity-providers/scores/market-score.ts'
import { carriedPenalty, coverage, onBook, type Standing } from '../../features/liquidity-providers/scores/score.ts'
import { isJudged, slaWords, type SlaVerdict } from '../../features/liquidity-providers/sla/sla.ts'
import { amount, decimal, fraction, missing, plain, points, type Row, type Side, units, words } from './differences.ts'

/** What is known of a provider on the market. */
interface Found {
  provider: LiquidityProvider | undefined
  standing: Standing | undefined
}

export const noProvider = 'not a provider here'

const foundIn = ({ providers, standings }: MarketScore, partyId: string): Found => ({
  provider: providers.find((provider) => provider.partyId === partyId),
  standing: standings.get(partyId),
})

const sides = (found: readonly [Found, Found], read: (provider: LiquidityProvider, found: Found) => Side) =>
  found.map((one) => (one.provider ? read(one.provider, one) : missing(noProvider))) as [Side, Side]

const slaSide = (verdict: SlaVerdict): Side => {
  const { word, more } = slaWords(verdict)
  return isJudged(verdict) ? words(more === '' ? word : `${word}, ${more}`) : missing(more)
}

const bookSide = ({ sla }: LiquidityProvider): Side => {
  const verdict = onBook(sla)
  return verdict.state === 'unknown' ? missing('not reported') : words(verdictWords(verdict))
}

/** Two providers of one market, field by field. `decimals` are those of its settlement asset, where known. */
export function providerRows(
  score: MarketScore,
  parties: readonly [string, string],
  decimals: number | undefined,
  verdictOf: (provider: LiquidityProvider) => SlaVerdict,
): { title: string; rows: Row[] }[] {
  const found = [foundIn(score, parties[0]), foundIn(score, parties[1])] as const
  const of = (read: (provider: LiquidityProvider, found: Found) => Side) => ({ sides: sides(found, read) })
  const money = (read: (provider: LiquidityProvider) => string | undefined) => ({
    ...of((provider) => amount(read(provider), decimals)),
    by: units(decimals),
  })
  const share = (read: (provider: LiquidityProvider, found: Found) => string | undefined) => ({
    ...of((provider, one) => fraction(read(provider, one))),
    by: points,
  })
  return [
    {
      title: 'Service level',
      rows: [
        { label: 'Requirement now', term: 'requirement', ...of(bookSide) },
        { label: 'SLA this epoch', term: 'sla', ...of((provider) => slaSide(verdictOf(provider))) },
        { label: 'Time on book, this epoch', ...share(({ sla }) => sla?.currentEpochFractionOfTimeOnBook) },
        { label: 'Time on book, last epoch', ...share(({ sla }) => sla?.lastEpochFractionOfTimeOnBook) },
        { label: 'Required', ...money(({ sla }) => sla?.requiredLiquidity) },
        { label: 'Offered, buys', ...money(({ sla }) => sla?.notionalVolumeBuys) },
        { label: 'Offered, sells', ...money(({ sla }) => sla?.notionalVolumeSells) },
        {
          label: 'Buys \u00f7 required',
          ...share(({ sla }) => (sla ? coverage(sla.notionalVolumeBuys, sla.requiredLiquidity) : undefined)),
        },
        {
          label: 'Sells \u00f7 required',
          ...share(({ sla }) => (sla ? coverage(sla.notionalVolumeSells, sla.requiredLiquidity) : undefined)),
        },
        { label: 'Fee penalty, last epoch', ...share(({ sla }) => sla?.lastEpochFeePenalty) },
        { label: 'Bond penalty, last epoch', ...share(({ sla }) => sla?.lastEpochBondPenalty) },
        {
          label: 'Average penalty',
          term: 'penaltyHistory',
          ...share(({ sla }) => (sla ? carriedPenalty(sla.hysteresisPeriodFeePenalties) : undefined)),
        },
      ],
    },
    {
      title: 'Share of the fees',
      rows: [
        {
          label: 'Rank',
          ...of((_, { standing }) => decimal(standing?.rank?.toString(), 'no rank without a fee weight')),
          by: plain,
          isRank: true,
        },
        {
          label: 'Expected fees',
          term: 'feeWeight',
          ...share((_, { standing }) => standing?.weight),
        },
        { label: 'Equity-like share', term: 'equityLikeShare', ...share(({ feeShare }) => feeShare?.equityLikeShare) },
        {
          label: 'Liquidity score',
          term: 'score',
          ...of(({ feeShare }) => decimal(feeShare?.averageScore)),
          by: plain,
        },
        {
          label: 'Virtual stake, as received',
          ...of(({ feeShare }) => decimal(feeShare?.virtualStake)),
          by: plain,
        },
        {
          label: 'Entry valuation, as received',
          ...of(({ feeShare }) => decimal(feeShare?.averageEntryValuation)),
          by: plain,
        },
      ],
    },
  ]
}
