import { type PartyMarginMode, marginModeNames } from '../../wire/margin-modes.ts'
import type { Db } from './db.ts'
import { type Listing, readPage } from './keyset.ts'
import type { Plan } from './page.ts'
import { decimal, enumeration, id, optional, record, word } from './record.ts'
import { whereId } from './sql.ts'

const listing: Listing = {
  node: record<PartyMarginMode>({
    marketId: id('m.market_id'),
    partyId: id('m.party_id'),
    marginMode: enumeration('m.margin_mode', marginModeNames),
    marginFactor: optional(decimal('m.margin_factor')),
    minTheoreticalMarginFactor: optional(decimal('m.min_theoretical_margin_factor')),
    maxTheoreticalLeverage: optional(decimal('m.max_theoretical_leverage')),
    atEpoch: word('m.at_epoch::text'),
  }),
  from: 'party_margin_modes m',
  cursor: [
    { name: 'MarketID', kind: 'id', sql: 'm.market_id' },
    { name: 'PartyID', kind: 'id', sql: 'm.party_id' },
  ],
}

/** Both filters are ANDed; an id that is given but empty matches nothing. Throws BadInput for a bad id or cursor. */
export function readMarginModes(
  db: Db,
  { marketId, partyId }: { marketId?: string | undefined; partyId?: string | undefined },
  plan: Plan,
  signal?: AbortSignal,
): Promise<string> {
  const conditions = [...whereId('m.market_id', marketId), ...whereId('m.party_id', partyId)]
  return readPage(db, listing, plan, { conditions, signal })
}
