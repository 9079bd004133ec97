import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-text.ts'

test('ids and nanoseconds stay the characters they are', () => {
  expect(parseSearch('?from=1700000000123456789&partyId=12e5&first=0100&live=true')).toEqual({
    from: '1700000000123456789',
    partyId: '12e5',
    first: '0100',
    live: 'true',
  })
})

test('a repeated name joins, and a list is its name repeated', () => {
  expect(parseSearch('?party=aa&party=bb')).toEqual({ party: 'aa,bb' })
  expect(stringifySearch({ party: ['aa', 'bb'] })).toBe('?party=aa&party=bb')
})

test('members without a value leave no trace in the address', () => {
  expect(stringifySearch({ partyId: undefined, marketId: '', zone: 'utc' })).toBe('?zone=utc')
  expect(stringifySearch({})).toBe('')
})

test('a name never reaches a prototype', () => {
  const search = parseSearch('?__proto__=x&__proto__.y=1&constructor=z')
  expect(Object.getPrototypeOf(search)).toBe(Object.prototype)
  expect(Object.keys(search).sort()).toEqual(['__proto__', '__proto__.y', 'constructor'])
  expect(({} as Record<string, unknown>)['y']).toBeUndefined()
})

test('any text that is written is read back', () => {
  const name = fc.stringMatching(/^[a-z][a-zA-Z.]{0,12}$/)
  const value = fc.string({ minLength: 1, unit: 'grapheme' })
  fc.assert(
    fc.property(fc.dictionary(name, value), (search) => {
      expect({ ...parseSearch(stringifySearch(search)) }).toEqual({ ...search })
    }),
    { numRuns: 1000 },
  )
})
