import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { InstantValue, TextValue, parseSearch, searchOf, stringifySearch } from './search.ts'

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

test('every parameter of an address is read, named as ignored, or means the same as none', () => {
  const read = searchOf({ id: TextValue, from: InstantValue, show: v.picklist(['all', 'few']) }, { show: 'all' })
  const name = fc.constantFrom('id', 'from', 'show', 'other', '__proto__', 'constructor')
  const value = fc.oneof(fc.constantFrom('', 'all', 'few', '5', '-1', '1e9'), fc.string())
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const search = Object.fromEntries(pairs)
      const [values, invalid] = [read(search), read.invalid(search).map((one) => one.name)]
      for (const one of ['id', 'from', 'show'] as const) {
        const isDefault = ['', undefined, one === 'show' ? 'all' : ''].includes(search[one])
        expect(Number(values[one] !== undefined) + Number(invalid.includes(one))).toBe(isDefault ? 0 : 1)
      }
      expect(Object.keys(values).every((one) => ['id', 'from', 'show'].includes(one))).toBe(true)
    }),
  )
})
