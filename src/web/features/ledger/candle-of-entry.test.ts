// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { candleOfEntry } from './row-columns.tsx'

const entry = {
  vega_time: '2024-03-01 10:00:59.999999+00',
  effect: '-50',
  account_from_market_id: 'a1',
  account_from_party_id: 'c1',
  account_to_market_id: 'b2',
  account_to_party_id: 'network',
}
const minute = 60_000_000_000n
const at = BigInt(Date.parse('2024-03-01T10:00:00Z')) * 1_000_000n
const later = at + 100n * minute

const linked = (changes: Partial<typeof entry>, now = later) => {
  const link = candleOfEntry({ ...entry, ...changes }, now)
  return link === undefined ? undefined : new URL(link, 'http://node.example')
}

test('an entry leads to its minute, half-open, of the party and market of the side that the party has', () => {
  const url = linked({})
  expect(url?.pathname).toBe('/markets/a1/candles')
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    party: 'c1',
    interval: '1 minute',
    from: String(at - 60n * minute),
    to: String(at + 60n * minute),
    at: String(at),
  })
  expect(linked({ vega_time: '2024-03-01 11:01:00+01' })?.searchParams.get('at')).toBe(String(at + minute))
  const credit = linked({ effect: '50', account_to_party_id: 'c1', account_from_party_id: 'network' })
  expect(credit?.pathname).toBe('/markets/b2/candles')
  expect(credit?.searchParams.get('party')).toBe('c1')
})

test('an entry of the last hour asks for no candles of the future', () => {
  expect(linked({}, at + minute)?.searchParams.get('to')).toBeNull()
})

test('an entry without a market, a time or an effect leads nowhere', () => {
  expect(linked({ account_from_market_id: '', account_to_market_id: '' })).toBeUndefined()
  expect(linked({ vega_time: 'yesterday' })).toBeUndefined()
  expect(linked({ effect: '' })).toBeUndefined()
  expect(linked({ account_from_market_id: '' })?.pathname).toBe('/markets/b2/candles')
})
