// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ShareBar } from './bars.tsx'

afterEach(cleanup)

test('a bar of thousands of parts does not freeze the page: what is thinner than a pixel is drawn together', () => {
  const { container } = render(<ShareBar shares={Array.from({ length: 5_000 }, () => '0.0002')} />)
  const parts = [...container.querySelectorAll('i')].map(({ style }) => Number(style.getPropertyValue('--v')))
  expect(parts).toHaveLength(101)
  expect(parts.at(-1)).toBeCloseTo(98)
  expect(parts.reduce((sum, part) => sum + part)).toBeCloseTo(100)
})
