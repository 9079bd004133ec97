import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatChange, formatPercent, formatShare } from './percent.ts'

const space = '\u00a0'

test.each([
  ['0.98449', undefined, `98.4${space}%`],
  ['0.99999', undefined, `99.9${space}%`],
  ['1', undefined, `100.0${space}%`],
  ['1.42', 0, `142${space}%`],
  ['12.5', 1, `1,250.0${space}%`],
  ['-0.25', 1, `\u221225.0${space}%`],
  ['0', 0, `0${space}%`],
  ['', 1, ''],
])('%s is %s', (fraction, digits, expected) => expect(formatPercent(fraction, digits)).toBe(expected))

test('less than all is never shown as all', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 64n }), fc.integer({ min: 0, max: 6 }), (whole, digits) => {
      const shown = formatShare((whole - 1n).toString(), whole.toString(), digits)
      expect(shown).not.toMatch(/^100/)
      expect(formatShare(whole.toString(), whole.toString(), 0)).toBe(`100${space}%`)
    }),
  )
})

test('a share of nothing is unknown, not zero', () => {
  expect(formatShare('1', '0')).toBeUndefined()
  expect(formatShare('', '5')).toBeUndefined()
})

test('a change has a sign and is unknown from zero or from nothing', () => {
  expect(formatChange('100', '102.315')).toBe(`+2.31${space}%`)
  expect(formatChange('100', '98.959')).toBe(`\u22121.04${space}%`)
  expect(formatChange('100', '100.0')).toBe(`0.00${space}%`)
  expect(formatChange('100000', '100001')).toBe(`0.00${space}%`)
  expect(formatChange('-2', '-1', 0)).toBe(`+50${space}%`)
  expect(formatChange('0', '5')).toBeUndefined()
  expect(formatChange('', '5')).toBeUndefined()
})
