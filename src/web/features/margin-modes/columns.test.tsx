// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Fraction } from './columns.tsx'

afterEach(cleanup)

test.each([
  ['0.10001', '0.1000'],
  ['0.99999', '1.0000'],
  ['0.33335', '0.3334'],
  ['0.1428571428571429', '0.1429'],
  ['0.0000000000123456', '0.00000000001235'],
  ['0.5', '0.5'],
  ['1250.25', '1,250.25'],
])('a factor is never shown cut: %s is %s, whole in its title', (value, shown) => {
  const cell = render(<Fraction value={value} />).container
  expect(cell.textContent).toBe(shown)
  expect(cell.firstElementChild?.getAttribute('title')).toBe(value)
})
