import { candleIdOf } from '../../../../src/wire/candles.ts'
import { market, party } from '../ids.ts'

/** A list of the sample network with rows enough to page through, by its operation. */
export interface SampleList {
  target: string
  /** Members of its cursor in the order of its rows. */
  order: readonly string[]
}

export const sampleLists: Readonly<Record<string, SampleList>> = {
  listMarginModes: { target: '/api/v2/margin-modes', order: ['MarketID', 'PartyID'] },
  listTeamRefereeHistory: { target: `/api/v2/teams/referees/history/${party.anna}`, order: ['JoinedAtEpoch'] },
  listLiquidityProviders: {
    target: `/api/v2/liquidity/providers?marketId=${market.btc}`,
    order: ['marketId', 'partyId', 'ordinality'],
  },
  listCandleData: {
    target: `/api/v2/candle?candleId=${candleIdOf('block', market.btc)}`,
    order: ['periodStart'],
  },
  listMarkets: { target: '/api/v2/markets', order: ['vegaTime', 'id'] },
  listAssets: { target: '/api/v2/assets', order: ['id'] },
  listParties: { target: '/api/v2/parties', order: ['VegaTime', 'ID'] },
}

export const withQuery = (target: string, query: string): string =>
  `${target}${target.includes('?') ? '&' : '?'}${query}`
