import type {
  LiquidityProvider,
  LiquidityProviderFeeShare,
  LiquidityProviderSla,
} from '../../wire/liquidity-providers.ts'
import type { Db } from './db.ts'
import { type Listing, readPage } from './keyset.ts'
import type { Plan } from './page.ts'
import { id, json, nullUnless, record, text } from './record.ts'
import { type Condition, idName, whereId } from './sql.ts'

/** A member of the stored JSON; what was never set is empty text (wire.md 7). */
const stored = (object: string, name: string) => text(`coalesce(${object} ->> '${name}', '')`)

const list = (column: string): string => `case jsonb_typeof(${column}) when 'array' then ${column} else '[]'::jsonb end`

const listing: Listing = {
  node: record<LiquidityProvider>({
    partyId: text('f.party'),
    marketId: id('d.market'),
    feeShare: record<LiquidityProviderFeeShare>({
      party: text('f.party'),
      equityLikeShare: stored('f.share', 'equity_like_share'),
      averageEntryValuation: stored('f.share', 'average_entry_valuation'),
      averageScore: stored('f.share', 'average_score'),
      virtualStake: stored('f.share', 'virtual_stake'),
    }),
    sla: nullUnless(
      's.sla is not null',
      record<LiquidityProviderSla>({
        party: stored('s.sla', 'party'),
        currentEpochFractionOfTimeOnBook: stored('s.sla', 'current_epoch_fraction_of_time_on_book'),
        lastEpochFractionOfTimeOnBook: stored('s.sla', 'last_epoch_fraction_of_time_on_book'),
        lastEpochFeePenalty: stored('s.sla', 'last_epoch_fee_penalty'),
        lastEpochBondPenalty: stored('s.sla', 'last_epoch_bond_penalty'),
        hysteresisPeriodFeePenalties: json(list(`s.sla -> 'hysteresis_period_fee_penalties'`)),
        requiredLiquidity: stored('s.sla', 'required_liquidity'),
        notionalVolumeBuys: stored('s.sla', 'notional_volume_buys'),
        notionalVolumeSells: stored('s.sla', 'notional_volume_sells'),
      }),
    ),
  }),
  from: `current_market_data d
    cross join lateral (
      select share, share ->> 'party' collate "C" as party, ordinality
      from jsonb_array_elements(${list('d.liquidity_provider_fee_shares')}) with ordinality as shares (share, ordinality)
    ) f
    left join lateral (
      select sla from jsonb_array_elements(${list('d.liquidity_provider_sla')}) as slas (sla)
      where sla ->> 'party' = f.party limit 1
    ) s on true`,
  cursor: [
    { name: 'marketId', kind: 'id', sql: 'd.market' },
    { name: 'partyId', kind: 'text', sql: 'f.party' },
    { name: 'ordinality', kind: 'integer', sql: 'f.ordinality' },
  ],
}

const live: Condition = () => `(d.market, f.party) in (
  select p.market_id, encode(p.party_id, 'hex') from live_liquidity_provisions p
  where p.status::text in ('STATUS_ACTIVE', 'STATUS_UNDEPLOYED', 'STATUS_PENDING'))`

/** One record for each fee share of a party with a live provision. Filters are ANDed. Throws BadInput for a bad id or cursor. */
export function readLiquidityProviders(
  db: Db,
  { marketId, partyId }: { marketId?: string | undefined; partyId?: string | undefined },
  plan: Plan,
  signal?: AbortSignal,
): Promise<string> {
  const conditions = [live, ...whereId('d.market', marketId)]
  if (partyId !== undefined) {
    const name = idName(partyId)
    conditions.push((bind) => `f.party = ${bind(name, 'text')}`)
  }
  return readPage(db, listing, plan, { conditions, signal })
}
