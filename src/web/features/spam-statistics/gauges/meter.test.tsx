// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { formatUsed } from '../../../format/percent.ts'
import { type Gauge, defaultThresholds } from '../../../../wire/spam/spam-gauges.ts'
import { percentOf, Meter } from './meter.tsx'

afterEach(cleanup)

const heard = (used: string, max: string): string | null => {
  cleanup()
  const gauge: Gauge = { name: 'transfers', state: 'ok', used, max, left: String(BigInt(max) - BigInt(used)) }
  render(<Meter gauge={gauge} thresholds={defaultThresholds} />)
  return screen.getByRole('meter').getAttribute('aria-valuenow')
}

test("the meter's text for screen readers has the share that is shown, never full or unused where it is not", () => {
  expect(heard('155', '1000')).toBe('16')
  expect(heard('1', '1000')).toBe('1')
  expect(heard('999', '1000')).toBe('99')
  expect(heard('1000', '1000')).toBe('100')
  expect(heard('0', '1000')).toBe('0')
  const counts = fc
    .bigInt({ min: 1n, max: 2n ** 63n })
    .chain((max) => fc.record({ max: fc.constant(max), used: fc.bigInt({ min: 0n, max: max }) }))
  fc.assert(
    fc.property(counts, ({ used, max }) => {
      const shown = formatUsed(String(used), String(max), 0) ?? ''
      expect(String(percentOf({ used: String(used), max: String(max) }))).toBe(shown.replaceAll(/\D/g, ''))
    }),
  )
})
