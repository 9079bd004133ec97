import { add, compare, divide, isDecimal, multiply, subtract } from '../../../format/amount.ts'
import { wholeShares } from '../../../format/percent.ts'
import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'

/** All values are exact decimal text; quotients are rounded to this many places. */
const places = 18

const zero = (text: string): boolean => compare(text, '0') === 0

/** Offered volume as a fraction of the required one; undefined when nothing is required or a number is missing. */
export const coverage = (offered: string, required: string): string | undefined =>
  isDecimal(offered) && isDecimal(required) && !zero(required)
    ? // Places enough that what is short by the last digit does not become 1.
      divide(offered, required, Math.max(places, required.length + 2))
    : undefined

/** The mean of the remembered fee penalties; undefined when none is recorded. */
export function carriedPenalty(penalties: readonly string[]): string | undefined {
  const reported = penalties.filter(isDecimal)
  if (reported.length === 0) return undefined
  return divide(reported.reduce(add, '0'), String(reported.length), places)
}

/** More time on book than the epoch has lasted: possible by a little, since the network counts blocks. */
export const exceedsWhole = (fraction: string): boolean => isDecimal(fraction) && compare(fraction, '1') > 0

export interface FeeStanding {
  /** Expected fraction of the liquidity fees: share x score over the sum of all; undefined when any is missing. */
  weight: string | undefined
  /** The weight as shown, to one place of percent, so that those of all providers add up to exactly 1. */
  share: string | undefined
  /** 1 for the highest weight; ties share a rank. Undefined without a weight. */
  rank: number | undefined
  /** Weight missing to the next provider above; undefined for the first. */
  gap: string | undefined
}

/** Share x score; undefined, not zero, without either. */
const product = ({ feeShare }: LiquidityProvider): string | undefined =>
  feeShare && isDecimal(feeShare.equityLikeShare) && isDecimal(feeShare.averageScore)
    ? multiply(feeShare.equityLikeShare, feeShare.averageScore)
    : undefined

const unranked: FeeStanding = { weight: undefined, share: undefined, rank: undefined, gap: undefined }

/** The standing of each provider by party id, among all `providers` of one market. */
export function feeStandings(providers: readonly LiquidityProvider[]): ReadonlyMap<string, FeeStanding> {
  const result = new Map(providers.map(({ partyId }): [string, FeeStanding] => [partyId, unranked]))
  const products = providers.flatMap((provider) => {
    const value = product(provider)
    return value === undefined ? [] : [{ partyId: provider.partyId, product: value }]
  })
  const sum = products.reduce((total, { product }) => add(total, product), '0')
  if (zero(sum)) return result
  const sorted = products.toSorted((a, b) => compare(b.product, a.product))
  const shares = wholeShares(sorted.map(({ product }) => product))
  let rank = 0
  let above: string | undefined
  for (const [index, { partyId, product }] of sorted.entries()) {
    const previous = sorted[index - 1]
    if (!previous || compare(previous.product, product) !== 0) {
      rank = index + 1
      above = previous?.product
    }
    result.set(partyId, {
      weight: divide(product, sum, places),
      share: shares[index],
      rank,
      gap: above === undefined ? undefined : divide(subtract(above, product), sum, places),
    })
  }
  return result
}

/** As many equal providers would be as concentrated: 1 / sum of squared weights, to two places; undefined without a weight. */
export function concentration(weights: readonly (string | undefined)[]): string | undefined {
  const reported = weights.filter((weight) => weight !== undefined)
  const squares = reported.reduce((total, weight) => add(total, multiply(weight, weight)), '0')
  return zero(squares) ? undefined : divide('1', squares, 2)
}

const watched = {
  'equity-like share': ({ feeShare }) => feeShare?.equityLikeShare,
  'liquidity score': ({ feeShare }) => feeShare?.averageScore,
  'virtual stake': ({ feeShare }) => feeShare?.virtualStake,
  'time on book, this epoch': ({ sla }) => sla?.currentEpochFractionOfTimeOnBook,
  'time on book, last epoch': ({ sla }) => sla?.lastEpochFractionOfTimeOnBook,
  'required liquidity': ({ sla }) => sla?.requiredLiquidity,
  'offered, buys': ({ sla }) => sla?.notionalVolumeBuys,
  'offered, sells': ({ sla }) => sla?.notionalVolumeSells,
} satisfies Record<string, (provider: LiquidityProvider) => string | undefined>

/** Members that are zero for all of several providers: a fault of network or node. Penalties are left out. */
export function suspiciousZeros(providers: readonly LiquidityProvider[]): string[] {
  return Object.entries(watched).flatMap(([name, read]) => {
    const values = providers.map(read).filter((value) => value !== undefined && isDecimal(value))
    return values.length > 1 && values.every((value) => zero(value ?? '')) ? [name] : []
  })
}
