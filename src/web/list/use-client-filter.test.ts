// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { listOfRows, type List, type ListPage } from './list.ts'
import { useClientFilter } from './use-list.ts'

interface Row {
  id: string
  mode: string
}
afterEach(cleanup)

const rowsOf = (modes: string, startsAt: number): Row[] =>
  Array.from(modes, (mode, at) => ({ id: String(startsAt + at), mode }))
const pageOf = (modes: string, startsAt: number): ListPage<Row> => ({
  startsAt,
  edges: rowsOf(modes, startsAt).map((node) => ({ node })),
})
const [one, two, three] = [pageOf('aabab', 0), pageOf('ba', 5), pageOf('bb', 7)]

function listing(pages: readonly ListPage<Row>[]): List<Row> {
  const rows = pages.flatMap(({ edges }) => edges.map(({ node }) => node))
  return { ...listOfRows(rows), pages: pages }
}
const show = (pages: readonly ListPage<Row>[], value: string | undefined) =>
  renderHook(({ pages, value }) => useClientFilter(listing(pages), 'mode', value), { initialProps: { pages, value } })
const ids = ({ count, at }: List<Row>): (string | undefined)[] =>
  Array.from({ length: count }, (_, index) => at(index)?.id)

test('shows the rows of one value in their order', () => {
  expect(ids(show([one, two, three], 'a').result.current)).toEqual(['0', '1', '3', '6'])
  expect(ids(show([one, two, three], 'b').result.current)).toEqual(['2', '4', '5', '7', '8'])
  expect(ids(show([one, two, three], 'c').result.current)).toEqual([])
  expect(ids(show([one, two, three], undefined).result.current)).toHaveLength(9)
})

test('a new page appends its rows; another filter value shows its own rows', () => {
  const { result, rerender } = show([one, two], 'b')
  rerender({ pages: [one, two, three], value: 'b' })
  expect(ids(result.current)).toEqual(['2', '4', '5', '7', '8'])
  rerender({ pages: [one, two, three], value: 'a' })
  expect(ids(result.current)).toEqual(['0', '1', '3', '6'])
  rerender({ pages: [pageOf('ba', 0)], value: 'a' })
  expect(ids(result.current)).toEqual(['1'])
})
