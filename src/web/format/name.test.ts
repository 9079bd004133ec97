import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readableName } from './name.ts'

test('a name cannot turn the text around it, hide characters or break a line', () => {
  expect(readableName('BTC\u202eCDSU/')).toBe('BTC\\u202ECDSU/')
  expect(readableName('BTC\u200b/USD\u0007\n')).toBe('BTC\\u200B/USD\\u0007\\u000A')
  expect(readableName('BTC\u{e0041}')).toBe('BTC\\u{E0041}')
  expect(readableName('\u2068evil\u202e\u2069')).toBe('evil\\u202E')
})

test('a name from right to left is isolated, others stay as they are', () => {
  expect(readableName('שלום')).toBe('\u2068שלום\u2069')
  expect(readableName('BTC/USDT 12 Ω 漢字 👩‍🚀')).toBe('BTC/USDT 12 Ω 漢字 👩‍🚀')
})

test('applied twice it changes nothing, and no direction mark is left inside', () => {
  const hostile = fc.string({ unit: fc.constantFrom('a', 'ש', '\u202e', '\u2066', '\u2068', '\u2069', '\u0000', '\\') })
  fc.assert(
    fc.property(hostile, (text) => {
      const shown = readableName(text)
      expect(readableName(shown)).toBe(shown)
      expect(shown.replace(/^\u2068|\u2069$/g, '')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    }),
  )
})
