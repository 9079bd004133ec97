import { describe, expect, test } from 'vitest'
import { listEndOf, type LoadedPage, rowKey } from './list-query.ts'
import { listOfRows, pageAt, viewOf } from './list.ts'

interface Row {
  id: string
}
const key = rowKey<Row>('id')

const page = (ids: string[], endCursor: string, hasNextPage = true) => {
  const edges = ids.map((id) => ({ node: { id }, cursor: `c${id}` }))
  const pageInfo = { hasNextPage, hasPreviousPage: false, startCursor: '', endCursor }
  return { edges, pageInfo }
}
const loaded = (startsAt: number, ids: string[], endCursor: string): LoadedPage<Row> => ({
  ...page(ids, endCursor),
  startsAt,
  end: 'more',
  request: `page at ${startsAt}`,
  receivedAt: 0,
})

describe('the next page of a listing', () => {
  const earlier = [loaded(0, ['a', 'b'], 'c1'), loaded(2, ['c', 'd'], 'c2')]

  test('a new page with a new cursor continues, a last page is complete', () => {
    expect(listEndOf(page(['e'], 'c3'), { earlier, after: 'c2', key })).toBe('more')
    expect(listEndOf(page(['e'], 'c3', false), { earlier, after: 'c2', key })).toBe('complete')
    expect(listEndOf(page([], '', false), { earlier: [], after: undefined, key })).toBe('complete')
  })

  test('a cursor that came before stops the listing, whichever page it came with', () => {
    expect(listEndOf(page(['e'], 'c2'), { earlier, after: 'c2', key })).toBe('repeated-cursor')
    expect(listEndOf(page(['e'], 'c1'), { earlier, after: 'c2', key })).toBe('repeated-cursor')
    expect(listEndOf(page(['e'], 'c2'), { earlier: [], after: 'c2', key })).toBe('repeated-cursor')
  })

  test('a page of known rows stops the listing even under a fresh cursor', () => {
    expect(listEndOf(page(['b', 'a'], 'c9'), { earlier, after: 'c2', key })).toBe('no-new-row')
    expect(listEndOf(page(['b', 'a'], 'c9', false), { earlier, after: 'c2', key })).toBe('no-new-row')
    expect(listEndOf(page(['b', 'z'], 'c9'), { earlier, after: 'c2', key })).toBe('more') // rows may shift between pages
  })

  test('no further page is requested without a cursor or beyond the cap', () => {
    expect(listEndOf(page(['e'], ''), { earlier, after: 'c2', key })).toBe('no-cursor')
    expect(listEndOf(page(['e'], 'c3'), { earlier, after: 'c2', key }, 5)).toBe('full')
    expect(listEndOf(page(['e'], 'c3'), { earlier, after: 'c2', key }, 6)).toBe('more')
  })

  test('an empty page with a next page continues only with a new cursor', () => {
    expect(listEndOf(page([], 'c3'), { earlier, after: 'c2', key })).toBe('more')
    expect(listEndOf(page([], 'c2'), { earlier, after: 'c2', key })).toBe('repeated-cursor')
  })
})

test('rows are found in pages of any length', () => {
  const pages = [loaded(0, ['a'], '1'), loaded(1, [], '2'), loaded(1, ['b', 'c', 'd'], '3'), loaded(4, ['e'], '4')]
  const ids = [-1, 0, 1, 2, 3, 4, 5].map((index) => {
    const found = pageAt(pages, index)
    return found?.edges[index - found.startsAt]?.node.id
  })
  expect(ids).toEqual([undefined, 'a', 'b', 'c', 'd', 'e', undefined])
})

test('a view shows chosen rows and keeps what is loaded', () => {
  const all = listOfRows([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  const view = viewOf(all, [2, 0])
  expect([view.count, view.loaded, view.at(0)?.id, view.at(1)?.id, view.at(2)]).toEqual([2, 3, 'c', 'a', undefined])
})
