import { type PartyMarginMode, type listMarginModes, marginModeNames } from '../../wire/margin-modes.ts'
import type { KeysetList } from '../sql/keyset.ts'
import { decimal, enumeration, id, optional, record, word } from '../sql/record.ts'
import { whereId } from '../sql/statement.ts'
import { type Handler, listPage, scanFailure } from './handler.ts'

const listing: KeysetList = {
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

const refusal = { message: 'failed to list parties margin modes', inner: scanFailure }

/**
 * The latest margin mode of each party on each market. Both filters are ANDed; an id that is given but empty
 * matches nothing.
 */
export const marginModes: Handler<typeof listMarginModes> = async (context, { marketId, partyId, pagination }) => ({
  partyMarginModes: await listPage(context, listing, refusal, {
    pagination,
    where: () => [...whereId('m.market_id', marketId), ...whereId('m.party_id', partyId)],
  }),
})
