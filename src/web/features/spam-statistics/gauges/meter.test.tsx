// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { formatUsed } from '../../../format/percent.ts'
import { type Gauge, percentOf, defaultThresholds } from './gauge.ts'
import { Meter } from './meter.tsx'

afterEach(cleanup)

const heard = (used: string, most: string): string | null => {
  cleanup()
  const gauge: Gauge = { name: 'transfers', state: 'ok', used, most, left: String(BigInt(most) - BigInt(used)) }
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
    .chain((most) => fc.record({ most: fc.constant(most), used: fc.bigInt({ min: 0n, max: most }) }))
  fc.assert(
    fc.property(counts, ({ used, most }) => {
      const shown = formatUsed(String(used), String(most), 0) ?? ''
      expect(String(percentOf({ used: String(used), most: String(most) }))).toBe(shown.replaceAll(/\D/g, ''))
    }),
  )
})
