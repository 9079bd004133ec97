import { expect, test } from 'vitest'
import { expectedLeaves, leavesOf } from './expected-leaves.ts'

test('leaves keep the order of the record, lists are joined, null has no value', () => {
  expect(leavesOf({ a: '1', b: { c: ['0.1', '0.2'], d: '' }, e: null })).toEqual([
    { path: 'a', value: '1' },
    { path: 'b.c', value: '0.1, 0.2' },
    { path: 'b.d', value: '' },
    { path: 'e', value: undefined },
  ])
})

test('an expected field that is not there is listed without a value', () => {
  expect(expectedLeaves({ a: '1', s: { x: '2' } }, ['a', 's', 'z'])).toEqual([
    { path: 'a', value: '1' },
    { path: 's.x', value: '2' },
    { path: 'z', value: undefined },
  ])
})
