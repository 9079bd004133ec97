import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupDigits } from '../../../format/amount.ts'
import { compactText } from './bar-format.ts'

test('an amount is shown in three digits and its power of a thousand', () => {
  expect(
    ['0', '12.5', '999.99', '1,000', '1,234.5', '999,499', '999,500', '2,427,650', '86,442,000,000'].map(compactText),
  ).toEqual(['0', '12.5', '999.99', '1K', '1.23K', '999K', '1M', '2.43M', '86.4B'])
  expect(compactText('1,234,567,890,123,456')).toBe('1,235T')
  expect(compactText('–')).toBe('–')
})

test('a compact amount differs from the exact one by less than half of its last digit', () => {
  const scales: Readonly<Record<string, bigint>> = { K: 10n ** 3n, M: 10n ** 6n, B: 10n ** 9n, T: 10n ** 12n }
  fc.assert(
    fc.property(fc.bigInt({ min: 1000n, max: 10n ** 15n - 1n }), (amount) => {
      const text = compactText(groupDigits(String(amount)))
      const [, whole = '', fraction = '', suffix = ''] = /^([\d,]+)(?:\.(\d+))?([KMBT])$/.exec(text) ?? []
      const digits = whole.replaceAll(',', '')
      expect(digits.length).toBeLessThanOrEqual(4)
      const scale = scales[suffix] ?? 0n
      const shown = (BigInt(digits + fraction) * scale) / 10n ** BigInt(fraction.length)
      const difference = shown > amount ? shown - amount : amount - shown
      // Three digits: half of the third one.
      expect(difference * 200n).toBeLessThanOrEqual(amount + 200n)
    }),
  )
})
