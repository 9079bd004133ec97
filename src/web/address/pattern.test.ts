import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchPath } from './pattern.ts'

test('a name in the pattern takes one part of the path', () => {
  expect(matchPath('/markets/$marketId/candles', '/markets/a1/candles')).toEqual({ marketId: 'a1' })
  expect(matchPath('/markets/$marketId/candles', '/markets/a1')).toBeUndefined()
  expect(matchPath('/markets/$marketId/candles', '/markets/a1/candles/b')).toBeUndefined()
  expect(matchPath('/spam', '/spam/a1')).toBeUndefined()
  expect(matchPath('/', '/')).toEqual({})
  expect(matchPath('/', '/settings')).toBeUndefined()
})

test('a slash at the end changes nothing, an empty part fits nothing', () => {
  expect(matchPath('/settings', '/settings/')).toEqual({})
  expect(matchPath('/parties/$partyId', '/parties/')).toBeUndefined()
  expect(matchPath('/parties/$partyId', '/parties//')).toBeUndefined()
})

test('a lone percent sign in a pasted id does not break the page', () => {
  expect(matchPath('/parties/$partyId', '/parties/100%')).toEqual({ partyId: '100%' })
})

test('any id goes into an address and comes out as it was', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
      expect(matchPath('/candles/$candleId', `/candles/${encodeURIComponent(id)}`)).toEqual({ candleId: id })
    }),
    { numRuns: 1000 },
  )
})
