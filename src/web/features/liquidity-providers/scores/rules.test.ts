// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { rulesOf } from '../market-panels.tsx'

const market = (more: object) => ({
  id: 'm',
  state: 'STATE_ACTIVE' as const,
  tradingMode: 'TRADING_MODE_CONTINUOUS' as const,
  decimalPlaces: '2',
  positionDecimalPlaces: '0',
  tradableInstrument: { instrument: { code: 'A', name: 'A' } },
  ...more,
})

test('rules are read with numbers or text, and are null when a member is missing', () => {
  const rules = {
    priceRange: '0.05',
    commitmentMinTimeFraction: '0.85',
    performanceHysteresisEpochs: 7,
    slaCompetitionFactor: '0.5',
  }
  expect(rulesOf(market({ liquiditySlaParams: rules }))).toEqual({ ...rules, performanceHysteresisEpochs: '7' })
  expect(rulesOf(market({ liquiditySlaParams: { priceRange: '0.05' } }))).toBeNull()
  expect(rulesOf(market({}))).toBeNull()
})
