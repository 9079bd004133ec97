import { add, compare, divide, isDecimal, multiply, subtract } from '../../../format/amount.ts'
import { wholeShares } from '../../../format/percent.ts'
import type { LiquidityProvider, LiquidityProviderSla } from '../../../../wire/liquidity-providers.ts'

/** Everything here is exact decimal text; quotients are cut, never rounded up, at these places. */
const places = 18

const zero = (text: string): boolean => compare(text, '0') === 0

/** What the two sides of the book say about a provider. */
export type OnBook =
  | { state: 'on' }
  | { state: 'off'; short: 'buys' | 'sells' | 'both' }
  /** Nothing is required of the provider now. */
  | { state: 'free' }
  /** No service level, or its numbers were never set. */
  | { state: 'unknown' }

/** On the book when both sides offer at least what is required; one side known to be short decides, and is named. */
export function onBook(sla: LiquidityProviderSla | null): OnBook {
  if (!sla) return { state: 'unknown' }
  const { requiredLiquidity: required, notionalVolumeBuys: buys, notionalVolumeSells: sells } = sla
  if (!isDecimal(required)) return { state: 'unknown' }
  if (zero(required)) return { state: 'free' }
  const isShort = (side: string): boolean => isDecimal(side) && compare(side, required) < 0
  const [buysShort, sellsShort] = [isShort(buys), isShort(sells)]
  if (buysShort && sellsShort) return { state: 'off', short: 'both' }
  if (buysShort) return { state: 'off', short: 'buys' }
  if (!isDecimal(sells) || (!sellsShort && !isDecimal(buys))) return { state: 'unknown' }
  return sellsShort ? { state: 'off', short: 'sells' } : { state: 'on' }
}

/** Offered volume as a fraction of what is required; undefined when nothing is required or a number is missing. */
export const coverage = (offered: string, required: string): string | undefined =>
  isDecimal(offered) && isDecimal(required) && !zero(required) ? divide(offered, required, places) : undefined

/** The mean of the remembered fee penalties, which weighs on the next one; undefined when none is recorded. */
export function carriedPenalty(penalties: readonly string[]): string | undefined {
  const known = penalties.filter(isDecimal)
  if (known.length === 0) return undefined
  return divide(known.reduce(add, '0'), String(known.length), places)
}

/** More time on the book than the epoch has: the network counts blocks, so a little over 1 happens. */
export const exceedsWhole = (fraction: string): boolean => isDecimal(fraction) && compare(fraction, '1') > 0

/** A provider's place among the providers of one market. */
export interface Standing {
  /** Fraction of the liquidity fees to expect: share x score over the sum of all; undefined when either or the sum is missing. */
  weight: string | undefined
  /** The weight as it is shown, to one place of percent: those of all providers of the market are exactly 1 together. */
  share: string | undefined
  /** 1 for the highest weight; equals share a rank. Undefined without a weight. */
  rank: number | undefined
  /** Weight missing to the next provider above; undefined for the first. */
  gap: string | undefined
}

/** Share x score; a provider without either has none, which is not the same as zero. */
const product = ({ feeShare }: LiquidityProvider): string | undefined =>
  feeShare && isDecimal(feeShare.equityLikeShare) && isDecimal(feeShare.averageScore)
    ? multiply(feeShare.equityLikeShare, feeShare.averageScore)
    : undefined

const nowhere: Standing = { weight: undefined, share: undefined, rank: undefined, gap: undefined }

/** The standing of each provider by party id. `providers` must be all providers of one market. */
export function standings(providers: readonly LiquidityProvider[]): ReadonlyMap<string, Standing> {
  const result = new Map(providers.map(({ partyId }): [string, Standing] => [partyId, nowhere]))
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

/** How concentrated a market is: number of providers, and how many equal providers it acts like. */
export interface Concentration {
  providers: number
  /** 1 / sum of squared weights, to two places; undefined when no weight is known. */
  effective: string | undefined
}

/** Concentration of expected fees from the weights of one market. */
export function concentration(weights: readonly (string | undefined)[]): Concentration {
  const known = weights.filter((weight) => weight !== undefined)
  const squares = known.reduce((total, weight) => add(total, multiply(weight, weight)), '0')
  return {
    providers: weights.length,
    effective: zero(squares) ? undefined : divide('1', squares, 2),
  }
}

const watched = {
  'feeShare.equityLikeShare': ({ feeShare }) => feeShare?.equityLikeShare,
  'feeShare.averageScore': ({ feeShare }) => feeShare?.averageScore,
  'feeShare.virtualStake': ({ feeShare }) => feeShare?.virtualStake,
  'sla.currentEpochFractionOfTimeOnBook': ({ sla }) => sla?.currentEpochFractionOfTimeOnBook,
  'sla.lastEpochFractionOfTimeOnBook': ({ sla }) => sla?.lastEpochFractionOfTimeOnBook,
  'sla.requiredLiquidity': ({ sla }) => sla?.requiredLiquidity,
  'sla.notionalVolumeBuys': ({ sla }) => sla?.notionalVolumeBuys,
  'sla.notionalVolumeSells': ({ sla }) => sla?.notionalVolumeSells,
} satisfies Record<string, (provider: LiquidityProvider) => string | undefined>

/**
 * Members that read zero for every one of two or more providers of a market. One provider may be at zero; all of them
 * at once point to the network or the node. Penalties are left out: zero is their good value.
 */
export function suspiciousZeros(providers: readonly LiquidityProvider[]): string[] {
  return Object.entries(watched).flatMap(([path, read]) => {
    const values = providers.map(read).filter((value) => value !== undefined && isDecimal(value))
    return values.length > 1 && values.every((value) => zero(value ?? '')) ? [path] : []
  })
}
