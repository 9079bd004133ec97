import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exportLedgerEntries } from '../ledger-export.ts'
import { listCandles } from '../candles.ts'
import { listMarginModes } from '../margin-modes.ts'
import { listRefereeHistory } from '../referee-history.ts'
import { parseJson } from '../scalar.ts'
import { BadQuery, formatUrl, parseQuery } from './url.ts'

const margin = (query: string) => parseQuery(listMarginModes.params, query)

describe('names', () => {
  test('both spellings, mixed', () => {
    expect(margin('market_id=a&partyId=b&pagination.newest_first=f')).toEqual({
      marketId: 'a',
      partyId: 'b',
      pagination: { newestFirst: false },
    })
    expect(parseQuery(exportLedgerEntries.params, 'party_id=p&date_range.startTimestamp=-5')).toEqual({
      partyId: 'p',
      dateRange: { startTimestamp: '-5' },
    })
  })
  test('unknown and wrongly cased names are ignored at any level', () => {
    expect(margin('marketid=a&MarketId=b&x.y.z=1&pagination.foo=2')).toEqual({ pagination: {} })
  })
  test('no dotted name reaches a prototype', () => {
    margin('__proto__.polluted=1&constructor.prototype.polluted=1&pagination.__proto__.polluted=1')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
  test('a path variable wins over the query', () => {
    expect(parseQuery(listRefereeHistory.params, 'referee=x', { referee: 'r' })).toEqual({ referee: 'r' })
  })
})

describe('refusals in the words of the network', () => {
  test.each([
    ['pagination.first=abc', 'parsing field "first": strconv.ParseInt: parsing "abc": invalid syntax'],
    [
      'pagination.first=99999999999',
      'parsing field "first": strconv.ParseInt: parsing "99999999999": value out of range',
    ],
    ['pagination.first=', 'parsing field "first": strconv.ParseInt: parsing "": invalid syntax'],
    [
      'pagination.newestFirst=maybe',
      'parsing field "newest_first": strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
    ['pagination.first=1&pagination.first=2', 'too many values for field "first": 1, 2'],
    ['marketId=a&marketId=b', 'too many values for field "market_id": a, b'],
    ['pagination=1', 'parsing field "pagination": unsupported message type: "datanode.api.v2.Pagination"'],
    ['pagination.first.x=1', 'invalid path: "first" is not a message'],
    ['marketId.foo=1', 'invalid path: "marketId" is not a message'],
    ['pagination[first]=5', 'too many values for field "pagination": first, 5'],
    ['marketId[]=a', 'too many values for field "market_id": , a'],
    ['marketId=a&market_id=a', 'field already set for oneof "_market_id"'],
    ['a=1;b=2', 'invalid semicolon separator in query'],
    ['marketId=%zz', 'invalid URL escape "%zz"'],
  ])('%s', (query, message) => {
    expect(() => margin(query)).toThrow(new BadQuery(message))
  })
  test('plain parameters may be given under both spellings', () => {
    expect(parseQuery(listCandles.params, 'candleId=a&candle_id=a').candleId).toBe('a')
  })
})

test('64-bit integers are never rounded on the way in or out', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      const url = formatUrl(listCandles, { candleId: 'c', fromTimestamp: value.toString() })
      expect(parseQuery(listCandles.params, url.slice(url.indexOf('?'))).fromTimestamp).toBe(value.toString())
      expect(parseJson(`{"a":[${value}],"b":"x: ${value}, "}`)).toEqual(
        Number.isSafeInteger(Number(value)) && value.toString().replace('-', '').length < 16
          ? { a: [Number(value)], b: `x: ${value}, ` }
          : { a: [value.toString()], b: `x: ${value}, ` },
      )
    }),
  )
})

test('any text survives formatUrl and parseQuery', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (marketId, after) => {
      const url = formatUrl(listMarginModes, { marketId, pagination: { after, first: 7 } })
      expect(margin(url.slice(url.indexOf('?')))).toEqual({ marketId, pagination: { after, first: 7 } })
    }),
  )
})
