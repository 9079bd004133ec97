import { expect, test } from 'vitest'
import { decodePath, foldHref, tryDecodePath } from './path.ts'

test('invalid percent-encoding is left unchanged', () => {
  expect([tryDecodePath('a%20b'), decodePath('a%20b')]).toEqual(['a b', 'a b'])
  for (const text of ['100%', '%ZZ', '%ff']) expect([tryDecodePath(text), decodePath(text)]).toEqual([undefined, text])
})

test('a time in an address is understood as one in a field, and a number is not guessed to be nanoseconds', () => {
  const ns = '1711540616996426000'
  for (const text of ['2024-03-27 11:56:56.996426+00', '2024-03-27T11:56:56.996426Z', '1711540616996426', ns])
    for (const value of [encodeURIComponent(text), text.replaceAll(' ', '%20'), text.replaceAll(' ', '+')])
      expect(foldHref(`/ledger?to=${value}&from=${value}#a`)).toBe(`/ledger?to=${ns}&from=${ns}#a`)
  expect(foldHref('/ledger?from=1711843200000')).toBe('/ledger?from=1711843200000000000')
  expect(foldHref('/ledger?from=2024-03-27&zone=Asia%2FKolkata')).toContain('?from=1711477800000000000&')
  for (const kept of ['/ledger?from=2024-03-27', '/ledger?from=17118432000', '/x?q=1711843200000', '/ledger?from='])
    expect(foldHref(kept)).toBe(kept)
})
