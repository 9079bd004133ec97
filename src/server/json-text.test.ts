import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { Json, compact, indent, joinMembers } from './json-text.ts'

test('members that are text already are joined without being parsed', () => {
  expect(joinMembers({ a: new Json('[1,2,18446744073709551616.0]'), b: 'x"y', c: undefined, d: null })).toBe(
    '{"a":[1,2,18446744073709551616.0],"b":"x\\"y","d":null}',
  )
  expect(joinMembers({})).toBe('{}')
  expect(joinMembers(new Json('[1e400]'))).toBe('[1e400]')
})

test('taking the white space out changes no value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 2, '\t'), (object, space) => {
      expect(compact(JSON.stringify(object, null, space))).toBe(JSON.stringify(object))
    }),
  )
})

test('text without white space is passed through without being taken apart', () => {
  const text = '{"a":[1,2,18446744073709551616.0],"b":"x\\"y"}'
  const match = vi.spyOn(String.prototype, 'match')
  expect(compact(text)).toBe(text)
  expect(match).not.toHaveBeenCalled()
  match.mockRestore()
})

test('no digit is lost and a member called __proto__ stays a member', () => {
  const text = '{"n":18446744073709551615,"deep":{"x":[-0.10000000000000000001,1e400]},"__proto__":{"y":1}}'
  expect(compact(text.replaceAll(',', ' ,\n'))).toBe(text)
})

test('an indented text means the same and keeps every digit', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(indent(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
  expect(indent('{"a":[],"b":{},"c":[12345678901234567890,"{,}"]}')).toBe(
    '{\n "a": [],\n "b": {},\n "c": [\n  12345678901234567890,\n  "{,}"\n ]\n}',
  )
})
