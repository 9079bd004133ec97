import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, compare } from './amount.ts'
import {
  changeDirection,
  formatAgainst,
  formatChange,
  formatExactPercent,
  formatPercent,
  formatReached,
  formatUsed,
  wholeShares,
} from './percent.ts'

const space = '\u00a0'

test.each([
  ['0.98449', undefined, `98.4${space}%`],
  ['0.9845', undefined, `98.5${space}%`],
  ['0.99999', undefined, `100.0${space}%`],
  ['1', undefined, `100.0${space}%`],
  ['1.42', 0, `142${space}%`],
  ['12.5', 1, `1,250.0${space}%`],
  ['-0.25', 1, `\u221225.0${space}%`],
  ['0', 0, `0${space}%`],
  ['', 1, ''],
])('%s is %s', (fraction, digits, expected) => expect(formatPercent(fraction, digits)).toBe(expected))

test('a limit is never shown as full before it is, nor as untouched once it is used', () => {
  expect(formatUsed('999', '1000', 0)).toBe(`>${space}99${space}%`)
  expect(formatUsed('1', '1000', 0)).toBe(`<${space}1${space}%`)
  expect(formatUsed('1', (10n ** 30n).toString(), 0)).toBe(`<${space}1${space}%`)
  expect(formatUsed('155', '1000', 0)).toBe(`16${space}%`)
  expect(formatReached('0.9999', 1)).toBe(`>${space}99.9${space}%`)
  expect(formatReached('0.0004', 1)).toBe(`<${space}0.1${space}%`)
  expect(formatReached('1.004', 0)).toBe(`100${space}%`)
  const limits = fc.bigInt({ min: 2n, max: 2n ** 64n }).chain((limit) =>
    fc.record({
      limit: fc.constant(limit),
      used: fc.oneof(fc.bigInt({ min: 0n, max: limit }), fc.constantFrom(0n, 1n, limit - 1n, limit)),
    }),
  )
  fc.assert(
    fc.property(limits, fc.integer({ min: 0, max: 6 }), ({ used, limit }, digits) => {
      const shown = formatUsed(used.toString(), limit.toString(), digits) ?? ''
      expect(shown.startsWith('100')).toBe(used === limit)
      expect(/^0(\.0+)?\u00a0%$/.test(shown)).toBe(used === 0n)
    }),
  )
})

test('a time below its minimum does not read as the minimum, nor one that meets it as less', () => {
  expect(formatAgainst('0.59996', '0.6')).toBe(`59.996${space}%`)
  expect(formatAgainst('0.5994', '0.6')).toBe(`59.9${space}%`)
  expect(formatAgainst('0.6', '0.6')).toBe(`60.0${space}%`)
  expect(formatAgainst('0.59994', '0.5999')).toBe(`60.0${space}%`)
  expect(formatAgainst('0.66664', '0.6666')).toBe(`66.7${space}%`)
  expect(formatAgainst('0.6664', '0.6664')).toBe(`66.64${space}%`)
  expect(formatAgainst('0.99999', '0.6')).toBe(`>${space}99.9${space}%`)
  expect(formatAgainst('0.99999', '1')).toBe(`99.999${space}%`)
  expect(formatAgainst('0.99999', undefined)).toBe(`>${space}99.9${space}%`)
  expect(formatExactPercent('0.6')).toBe(`60.0${space}%`)
  expect(formatExactPercent('0.666600')).toBe(`66.66${space}%`)
  const fraction = fc.integer({ min: 0, max: 1_000_000 }).map((units) => (units / 1_000_000).toFixed(6))
  const near = fraction.chain((minimum) =>
    fc.record({
      minimum: fc.constant(minimum),
      value: fc.oneof(
        fraction,
        fc.integer({ min: -9, max: 9 }).map((by) => Math.max(0, Number(minimum) + by / 1_000_000).toFixed(6)),
      ),
    }),
  )
  fc.assert(
    fc.property(near, ({ value, minimum }) => {
      const read = (text: string) => text.replaceAll(/[^\d.]/g, '')
      const [shown, least] = [formatAgainst(value, minimum), read(formatExactPercent(minimum))]
      // "> 99.9 %" and "< 0.1 %" say that digits are left out.
      fc.pre(!/^[<>]/.test(shown))
      expect(compare(read(shown), least) >= 0).toBe(compare(value, minimum) >= 0)
    }),
  )
})

test('parts of a whole do not add up to 99.9 or 100.1', () => {
  expect(wholeShares(['1', '1', '1'])).toEqual(['0.334', '0.333', '0.333'])
  expect(wholeShares(['2', '1'], 0)).toEqual(['0.67', '0.33'])
  expect(wholeShares(['0', '0'])).toEqual(['0', '0'])
  const parts = fc.array(fc.bigInt({ min: 0n, max: 2n ** 80n }).map(String), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 4 }), (values, digits) => {
      fc.pre(values.some((value) => value !== '0'))
      expect(compare(wholeShares(values, digits).reduce(add, '0'), '1')).toBe(0)
    }),
  )
})

test('a share of nothing is unknown, not zero', () => {
  expect(formatUsed('1', '0')).toBeUndefined()
  expect(formatUsed('', '5')).toBeUndefined()
})

test('a change has a sign and is unknown from zero or from nothing', () => {
  expect(formatChange('100', '102.315')).toBe(`+2.32${space}%`)
  expect(formatChange('100', '98.959')).toBe(`\u22121.04${space}%`)
  expect(formatChange('100', '100.0')).toBe(`0.00${space}%`)
  expect(formatChange('100000', '100001')).toBe(`0.00${space}%`)
  expect(formatChange('-2', '-1', 0)).toBe(`+50${space}%`)
  expect(formatChange('0', '5')).toBeUndefined()
  expect(formatChange('', '5')).toBeUndefined()
})

test('a change that is shown as zero wears no direction', () => {
  expect(formatChange('100000', '99884.1')).toBe(`\u22120.12${space}%`) // -0.1159 %
  expect(['+0.01 %', '\u22120.01 %', '0.00 %', undefined].map(changeDirection)).toEqual(['up', 'down', 'flat', 'flat'])
  expect(changeDirection(formatChange('100000', '99999'))).toBe('flat')
})
