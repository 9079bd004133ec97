import type { getLiquidityHistory } from '../../wire/liquidity-history.ts'
import { notFound } from '../fault.ts'
import type { Handler } from './handler.ts'

/** The positions of a party that the service watches, as it read them over epochs. */
export const liquidityHistory: Handler<typeof getLiquidityHistory> = async ({ liquidityWatch }, { partyId }) => {
  const history = liquidityWatch?.historyOf(partyId === '' ? undefined : partyId)
  if (history) return history
  if (partyId === '') return { now: new Date().toISOString(), watched: [], samples: [] }
  throw notFound('partyId: this service does not watch that party', 10_000, 'start it with --watch and the party')
}
