import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Pagination } from '../../wire/protocol/page.ts'
import { Fault } from '../fault.ts'
import { type Plan, cutPage, pageText, planPage } from './page.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const cursor = base64('{}')

function refused(pagination: Pagination): unknown {
  try {
    return planPage(pagination)
  } catch (error) {
    return error instanceof Fault ? [error.code, error.detail] : error
  }
}

test.each<[Pagination, Partial<Plan>]>([
  [{}, { forward: true, limit: 1000, newestFirst: true, cursor: undefined }],
  [{ newestFirst: false }, { forward: true, limit: 1000, newestFirst: false }],
  [{ first: 5000 }, { forward: true, limit: 5000 }],
  [
    { first: 3, last: 9 },
    { forward: true, limit: 3 },
  ],
  [
    { first: 3, before: cursor },
    { forward: true, cursor: undefined },
  ],
  [
    { last: 3, after: cursor },
    { forward: false, cursor: undefined },
  ],
  [
    { last: 3, before: cursor },
    { forward: false, limit: 3, cursor: '{}' },
  ],
  [{ after: cursor }, { forward: true, limit: 1000, cursor: '{}' }],
  [{ before: cursor }, { forward: false, limit: 1000, cursor: '{}' }],
  // A cursor that is ignored is not even looked at.
  [{ first: 3, before: '!!!' }, { forward: true }],
])('%j', (pagination, expected) => {
  expect(planPage(pagination)).toMatchObject(expected)
})

test.each<[Pagination, string]>([
  [{ first: 0 }, 'pagination limit must be in range 0-5000'],
  [{ last: -1 }, 'pagination limit must be in range 0-5000'],
  [{ first: 5001 }, 'pagination limit must be in range 0-5000'],
  [{ after: cursor, before: cursor }, 'cannot set both a before and after cursor'],
  [{ after: '' }, 'failed to decode after cursor: cursor is empty'],
  [{ before: '', last: 3 }, 'failed to decode before cursor: cursor is empty'],
  [{ after: '!!!' }, 'failed to decode after cursor: failed to decode cursor: illegal base64 data at input byte 0'],
  [{ before: 'eyJ' }, 'failed to decode before cursor: failed to decode cursor: illegal base64 data at input byte 0'],
  [{ after: '/////w==' }, 'failed to decode after cursor: failed to decode cursor: what is inside is not UTF-8'],
  [{ after: 'e30_' }, 'failed to decode after cursor: failed to decode cursor: illegal base64 data at input byte 3'],
])('refused: %j', (pagination, inner) => {
  expect(refused(pagination)).toEqual([3, { code: 10_028, message: 'invalid pagination', inner }])
})

describe('the table of wire.md 3.5', () => {
  const cut = (read: string, forward: boolean, hasCursor: boolean) => {
    const plan: Plan = { limit: 3, forward, newestFirst: true, cursor: hasCursor ? '{}' : undefined }
    const { skipped, rows, ...sides } = cutPage(read.length, plan, hasCursor ? read.startsWith('c') : undefined)
    const shown = read.slice(skipped, skipped + rows)
    return [forward ? shown : shown.split('').reverse().join(''), sides.hasNextPage, sides.hasPreviousPage]
  }
  test.each<[string, boolean, boolean, [string, boolean, boolean]]>([
    ['c1234', true, true, ['123', true, true]],
    ['123x', true, false, ['123', true, false]],
    ['c123', true, true, ['123', false, true]],
    ['c12', true, true, ['12', false, true]],
    ['c', true, true, ['', false, true]],
    ['123', true, true, ['123', false, false]],
    ['12', true, false, ['12', false, false]],
    ['', true, true, ['', false, false]],
    ['c1234', false, true, ['321', true, true]],
    ['123x', false, false, ['321', false, true]],
    ['c123', false, true, ['321', true, false]],
    ['c1', false, true, ['1', true, false]],
    ['12', false, true, ['21', false, false]],
  ])('%s read, forward %s, cursor %s', (read, forward, hasCursor, expected) => {
    expect(cut(read, forward, hasCursor)).toEqual(expected)
  })
})

test('a page is the JSON of its edges and the cursors of the first and the last', () => {
  const sides = { hasNextPage: true, hasPreviousPage: false }
  const text = pageText(sides, '{"node":"a"},{"node":"b"}', ['a=', 'b='])
  expect(JSON.parse(text)).toEqual({
    edges: [{ node: 'a' }, { node: 'b' }],
    pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: 'a=', endCursor: 'b=' },
  })
})

test('any cursor is either parsed or refused with the code of bad pagination', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (after) => {
      const outcome = refused({ after })
      if (Array.isArray(outcome)) expect(outcome).toMatchObject([3, { code: 10_028 }])
      else expect(outcome).toMatchObject({ forward: true, cursor: Buffer.from(after, 'base64').toString('utf8') })
    }),
  )
})

test('a cursor above 2 KB is refused before it is decoded, like any other bad cursor', () => {
  const long = base64('{"ID":"'.padEnd(1600, 'a'))
  const [longest, tooLong] = [long.slice(0, 2048), long.slice(0, 2052)]
  expect(planPage({ after: longest })).toMatchObject({ cursor: expect.stringMatching(/^{"ID":"a/) as unknown })
  for (const name of ['after', 'before'] as const) {
    expect(refused({ [name]: tooLong })).toEqual([
      3,
      {
        code: 10_028,
        message: 'invalid pagination',
        inner: `failed to decode ${name} cursor: it has 2052 letters, more than 2048`,
      },
    ])
  }
})
