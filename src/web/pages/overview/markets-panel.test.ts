// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { marketCounts } from './markets-panel.tsx'

const of = (...states: string[]) => states.map((state) => ({ state }))

test('a market in its opening auction is not counted as one that trades', () => {
  const five = of(...Array<string>(5).fill('STATE_ACTIVE'))
  expect(marketCounts(five)).toBe('5 trading')
  expect(marketCounts([...of('STATE_PENDING'), ...five])).toBe('5 trading, 1 in opening auction')
  expect(marketCounts(of('STATE_PENDING'))).toBe('0 trading, 1 in opening auction')
  expect(marketCounts([...five, ...of('STATE_SUSPENDED', 'STATE_SUSPENDED_VIA_GOVERNANCE')])).toBe(
    '5 trading, 1 suspended, 1 suspended by governance',
  )
  expect(marketCounts(of('STATE_ACTIVE', 'STATE_NEW_KIND'))).toBe('1 trading, 1 new kind')
})
