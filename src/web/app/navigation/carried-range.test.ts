import { expect, test } from 'vitest'
import { keepRange, withRange, navigationItems } from './navigation-items.ts'

const range = { from: '1790812800000000000', to: '1793491200000000000', zone: 'Europe/London' }
const carried = 'from=1790812800000000000&to=1793491200000000000&zone=Europe%2FLondon'

test('a range goes with the reader from one page of time to another, and nowhere else', () => {
  expect(withRange('/ledger-export?partyId=a1', navigationItems.ledgerExport, navigationItems.candles, range)).toBe(
    `/ledger-export?partyId=a1&${carried}`,
  )
  expect(withRange('/markets/m1/candles', navigationItems.candles, navigationItems.ledgerExport, range)).toBe(
    `/markets/m1/candles?${carried}`,
  )
  expect(withRange('/margin-modes', navigationItems.marginModes, navigationItems.candles, range)).toBe('/margin-modes')
  expect(withRange('/ledger-export', navigationItems.ledgerExport, navigationItems.marginModes, range)).toBe(
    '/ledger-export',
  )
})

test('a link to the page itself opens it anew', () => {
  expect(withRange('/markets/m1/candles', navigationItems.candles, navigationItems.candles, range)).toBe(
    '/markets/m1/candles',
  )
})

test('a page that asks what it is about keeps the range for what is chosen', () => {
  expect(keepRange('/parties/p1', navigationItems.party, range)).toBe(`/parties/p1?${carried}`)
  expect(keepRange('/spam/p1', navigationItems.spam, range)).toBe('/spam/p1')
})

test('a range that follows the clock stays with its page, and what is no time or zone goes nowhere', () => {
  expect(
    withRange('/ledger-export', navigationItems.ledgerExport, navigationItems.candles, {
      range: '1W',
      interval: '1 hour',
    }),
  ).toBe('/ledger-export')
  expect(
    withRange('/ledger-export', navigationItems.ledgerExport, navigationItems.candles, {
      from: 'soon',
      to: `17${'0'.repeat(17)}`,
      zone: 'Nowhere/None',
    }),
  ).toBe(`/ledger-export?to=17${'0'.repeat(17)}`)
})
