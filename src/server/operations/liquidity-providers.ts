import type { listLiquidityProviders } from '../../wire/liquidity-providers.ts'
import { invalid } from '../error.ts'
import type { Handler } from './handler.ts'
import { Json } from '../json-text.ts'
import { readLiquidityProviders } from '../store/liquidity-providers/liquidity-providers.ts'
import { planPage } from '../store/page.ts'
import { answering } from './refusal.ts'

/** The active liquidity providers of a market, of a party, or of a party on a market (interface.md 4.5). */
export const liquidityProviders: Handler<typeof listLiquidityProviders> = async (
  { db, signal },
  { pagination, ...filters },
) => {
  const { marketId, partyId } = filters
  if (marketId === undefined && partyId === undefined) {
    throw invalid('malformed request', 'marketId or partyId or both must be provided', 10_015)
  }
  const plan = planPage(pagination)
  const refusal = {
    message: 'failed to get liquidity providers',
    inner: (error: Error) => `marketID: ${marketId ?? ''}: ${error.message}`,
  }
  const text = await answering(refusal, async () => readLiquidityProviders(db, filters, plan, signal))
  return { liquidityProviders: new Json(text) }
}
