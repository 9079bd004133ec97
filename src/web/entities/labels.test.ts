import { expect, test } from 'vitest'
import { assetLabel } from './labels.ts'

test('the name of an asset cannot reverse the sentence around it', () => {
  const details = { name: 'Tether\u202e', symbol: 'USD\u200bT', decimals: '18', quantum: '1' }
  const label = assetLabel({ id: 'a1', status: 'STATUS_ENABLED', details })
  expect([label.name, label.symbol]).toEqual(['Tether\\u202E', 'USD\\u200BT'])
})
