import { expect, test } from 'vitest'
import { flag, integer, list, message, name, number, whenSet, renderMessage, stored, string } from './message.ts'

const everything = {
  word: string,
  long: integer,
  double: number,
  yes: flag,
  kind: name('KIND_NONE', 'KIND_SOME'),
  inner: message({ word: string }),
  many: list(message({ long: integer })),
  maybe: whenSet(string),
  one: whenSet(message({ word: string })),
  stored,
}

test('an empty message says its zeros, null for messages, and nothing of what is optional', () => {
  const rendered = renderMessage(everything, {})
  expect(rendered).toEqual({
    word: '',
    long: '0',
    double: 0,
    yes: false,
    kind: 'KIND_NONE',
    inner: null,
    many: [],
    stored: null,
  })
  expect(Object.keys(rendered)).toEqual(['word', 'long', 'double', 'yes', 'kind', 'inner', 'many', 'stored'])
})

test('what is stored is said in the message’s own form; unknown members pass', () => {
  const given = {
    added: { later: 1 },
    word: 'w',
    long: 7,
    double: 0.5,
    yes: true,
    kind: 1,
    inner: {},
    many: [{ long: '18446744073709551615' }, {}],
    maybe: '',
    one: {},
    stored: [1],
  }
  expect(renderMessage(everything, given)).toEqual({
    ...given,
    long: '7',
    kind: 'KIND_SOME',
    inner: { word: '' },
    many: [{ long: '18446744073709551615' }, { long: '0' }],
    one: { word: '' },
  })
  expect(renderMessage(everything, { kind: 9 })['kind']).toBe(9)
  expect(renderMessage(everything, { kind: 'KIND_NEW' })['kind']).toBe('KIND_NEW')
})
