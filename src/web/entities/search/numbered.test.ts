import { expect, test } from 'vitest'
import { numbered } from './destinations.ts'

const hrefs = (text: string): string[] => numbered(text).map(({ href }) => href)

test('a number may be an epoch or a block, however it is grouped', () => {
  for (const text of ['102007', ' 102,007 ', '#102007', '102 007', '0102007'])
    expect(hrefs(text)).toEqual(['/epochs/102007', '/blocks/102007'])
})

test('a word says which', () => {
  expect(hrefs('epoch 7')).toEqual(['/epochs/7'])
  expect(hrefs('Block #61,204,800')).toEqual(['/blocks/61204800'])
})

test('other text is no number, and neither is an id of digits', () => {
  for (const text of ['', 'epoch', '7 days', '1.5', 'mm-bot-3', '1'.repeat(64)]) expect(hrefs(text)).toEqual([])
})
