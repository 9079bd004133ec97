// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { Pips, pipsOf } from './pips.tsx'

afterEach(cleanup)

test('up to forty a count is drawn one by one, above it as ten parts', () => {
  expect(pipsOf('18', '20', 'near')).toEqual({ kind: 'pips', parts: 20, filled: 18 })
  expect(pipsOf('40', '40', 'limit')).toEqual({ kind: 'pips', parts: 40, filled: 40 })
  // as many as fit a table's cell
  expect(pipsOf('12', '40', 'ok', 10n)).toEqual({ kind: 'bar', parts: 10, filled: 3 })
  expect(pipsOf('61', '390', 'ok')).toEqual({ kind: 'bar', parts: 10, filled: 1.564 })
})

test('without a scale it is hatched, neither empty nor full', () => {
  const none = { kind: 'void' }
  expect(pipsOf('5', '18446744073709551615', 'none')).toEqual(none)
  expect(pipsOf('5', '18446744073709551615', 'ok')).toEqual(none)
  expect(pipsOf('0', '0', 'denied')).toEqual(none)
  expect(pipsOf('', '', 'unknown')).toEqual(none)
})

test('a drawing never shows more than full, nor full before it is', () => {
  const count = fc.bigInt({ min: 0n, max: 2n ** 64n - 2n })
  fc.assert(
    fc.property(count, count, (used, max) => {
      const shape = pipsOf(used.toString(), max.toString(), 'ok')
      if (shape.kind === 'void') return
      expect(shape.filled).toBeLessThanOrEqual(shape.parts)
      expect(shape.filled === shape.parts).toBe(used >= max)
    }),
  )
})

test('says in words what it draws', () => {
  render(<Pips used="1234" max="5000" state="ok" label="Delegations" />)
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Delegations: 1,234 of 5,000')
})
