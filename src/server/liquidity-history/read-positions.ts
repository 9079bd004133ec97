import * as v from 'valibot'
import { listLiquidityProviders, type LiquidityProvider } from '../../wire/liquidity-providers.ts'
import { Epoch } from '../../wire/network.ts'
import { parseJson } from '../../wire/scalar.ts'
import type { Db } from '../database/db.ts'
import { readLiquidityProviders } from '../questions/liquidity-providers/liquidity-providers.ts'
import { readEpoch } from '../questions/network/network.ts'
import { planPage } from '../sql/page.ts'

/** Positions of a party that are read at once, more than are kept. */
const pageSize = 100

const Positions = listLiquidityProviders.reply.entries.liquidityProviders

/** The running epoch of the database; undefined where it has none. */
export async function readRunningEpoch(db: Db, signal: AbortSignal): Promise<string | undefined> {
  const text = await readEpoch(db, undefined, signal)
  return text === undefined ? undefined : v.parse(Epoch, parseJson(text)).seq
}

/** The positions of a party. Rejects as the database does. */
export async function readPositions(db: Db, partyId: string, signal: AbortSignal): Promise<LiquidityProvider[]> {
  const text = await readLiquidityProviders(db, { partyId }, planPage({ first: pageSize }), signal)
  return v.parse(Positions, parseJson(text)).edges.map(({ node }) => node)
}
