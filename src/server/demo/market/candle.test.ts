import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketStart } from '../../../wire/candle-interval.ts'
import { bucketOf, intervals } from './candle.ts'

test('plain numbers find the same buckets as the rule of the wire', () => {
  const time = fc.integer({ min: -(10 ** 15), max: 4 * 10 ** 15 })
  fc.assert(
    fc.property(time, fc.constantFrom(...intervals), (at, { length }) => {
      const start = bucketStart(BigInt(at) * 1000n, BigInt(length) * 1000n) / 1000n
      expect(bucketOf(at, length)).toBe(Number(start))
    }),
  )
})
