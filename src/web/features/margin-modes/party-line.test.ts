import { expect, test } from 'vitest'
import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { marginLine } from './summary.ts'

const nameOf = (id: string): string => id.toUpperCase()

const mode = (marketId: string, marginFactor?: string): PartyMarginMode => ({
  marketId,
  partyId: 'p',
  marginMode: marginFactor === undefined ? 'MARGIN_MODE_CROSS_MARGIN' : 'MARGIN_MODE_ISOLATED_MARGIN',
  atEpoch: '1',
  ...(marginFactor !== undefined && { marginFactor }),
})

test('margin: what is held how, the highest leverage named, a cut list called a lower bound', () => {
  const rows = [mode('btc'), mode('sol', '0.05'), mode('inj', '0.1'), mode('eth')]
  expect(marginLine({ rows, complete: true }, nameOf)).toEqual({
    answer: '2 isolated, 2 cross',
    context: 'Highest 20x on SOL',
  })
  expect(marginLine({ rows, complete: false }, nameOf).answer).toBe('at least 2 isolated, 2 cross')
  expect(marginLine({ rows: [], complete: true }, nameOf).answer).toBe('Nothing recorded')
})

test('margin: what a cut list does not have is not said to be absent', () => {
  expect(marginLine({ rows: [], complete: false }, nameOf).answer).toBe('Not known')
  const cut = { rows: [mode('btc')], complete: false }
  expect(marginLine(cut, nameOf).context).toBe('No isolated leverage so far')
})
