import { expect, test } from 'vitest'
import { decoded, tryDecode } from './path.ts'

test('what is not percent-encoded UTF-8 is left as it stands', () => {
  expect([tryDecode('a%20b'), decoded('a%20b')]).toEqual(['a b', 'a b'])
  for (const text of ['100%', '%ZZ', '%ff']) expect([tryDecode(text), decoded(text)]).toEqual([undefined, text])
})
