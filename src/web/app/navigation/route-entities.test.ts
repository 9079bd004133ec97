import { expect, test } from 'vitest'
import { routeEntitiesOf } from './route-entities.ts'

const id = 'ab'.repeat(32)

test.each([
  [`/parties/${id}`, {}, { party: id }],
  [`/spam/network`, {}, { party: 'network' }],
  [`/teams/referees/${id}`, {}, { party: id }],
  [`/markets/${id}/candles`, { interval: '1 hour' }, { market: id }],
  [`/candles/trades_candle_1_hour_${id}`, {}, { candle: `trades_candle_1_hour_${id}`, market: id }],
  ['/candles/foo%20bar', {}, { candle: 'foo bar' }],
  ['/margin-modes', { marketId: 'm', partyId: 'p' }, { market: 'm', party: 'p' }],
  ['/liquidity-providers', { marketId: '' }, {}],
  ['/parties', {}, {}],
  ['/parties/%E0%A4%A', {}, { party: '%E0%A4%A' }],
])('%s is about what it names', (pathname, search, subject) => {
  expect(routeEntitiesOf(pathname, search)).toEqual(subject)
})
