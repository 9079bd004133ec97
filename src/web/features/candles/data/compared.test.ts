import fc from 'fast-check'
import { expect, test } from 'vitest'
import { candleIdOf } from '../../../../wire/candles.ts'
import { comparedIds, isSameMarket, maxCompared, readCompared, writeCompared } from './compared.ts'

const market = fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), minLength: 64, maxLength: 64 })
const interval = fc.constantFrom('block', '1 hour', '7 days')

test('an address names up to five compared markets once each, and reads back what it names', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(interval, market), { maxLength: 8 }), (pairs) => {
      const ids = pairs.map(([name, id]) => candleIdOf(name, id))
      const read = readCompared(writeCompared([...ids, ...ids]))
      expect(read).toEqual([...new Set(ids)].slice(0, maxCompared))
      expect(readCompared(writeCompared(read))).toEqual(read)
    }),
  )
})

test('compared candles always have the interval of the charted ones', () => {
  fc.assert(
    fc.property(interval, interval, interval, market, (first, second, third, id) => {
      const charted = candleIdOf(first, 'a1'.repeat(32))
      const text = [candleIdOf(second, id), candleIdOf(third, id)].join(',')
      expect(comparedIds(text, charted)).toEqual([candleIdOf(first, id)])
      expect(isSameMarket(candleIdOf(second, id), candleIdOf(third, id))).toBe(true)
    }),
  )
})

test('a candle id of another form is compared as it is', () => {
  expect(comparedIds('weekly,weekly', 'daily')).toEqual(['weekly'])
  expect(isSameMarket('weekly', 'weekly')).toBe(true)
  expect(isSameMarket('weekly', 'daily')).toBe(false)
  expect(comparedIds(undefined, 'daily')).toEqual([])
  expect(comparedIds('weekly', undefined)).toEqual([])
})

test('a market id in place of a candle id is compared, not refused by the node, and never with itself', () => {
  const [id, charted] = ['b2'.repeat(32), candleIdOf('1 hour', 'a1'.repeat(32))]
  expect(comparedIds(`${id},${candleIdOf('1 day', id)}`, charted)).toEqual([candleIdOf('1 hour', id)])
  expect(isSameMarket('a1'.repeat(32), charted)).toBe(true)
  expect(isSameMarket(id, charted)).toBe(false)
})
