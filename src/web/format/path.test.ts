import { expect, test } from 'vitest'
import { decoded, tryDecode } from './path.ts'

test('invalid percent-encoding is left unchanged', () => {
  expect([tryDecode('a%20b'), decoded('a%20b')]).toEqual(['a b', 'a b'])
  for (const text of ['100%', '%ZZ', '%ff']) expect([tryDecode(text), decoded(text)]).toEqual([undefined, text])
})
