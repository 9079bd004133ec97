// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { noTradesBecause } from '../chart/chart-body.tsx'

test('a market without candles is shown with the state that keeps it from trading', () => {
  expect(noTradesBecause('STATE_PENDING')).toContain('in its opening auction')
  expect(noTradesBecause('STATE_SUSPENDED')).toBe(' The market is suspended.')
  expect(noTradesBecause('STATE_SETTLED')).toBe(' The market is settled.')
  for (const state of [undefined, 'STATE_ACTIVE', 'STATE_UNSPECIFIED']) expect(noTradesBecause(state)).toBe('')
})
