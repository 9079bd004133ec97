// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { listOfRows, rowsOf } from '../../list/list.ts'
import type { GridColumn } from '../columns/grid-columns.tsx'
import { useSorted } from './use-sorted.ts'

interface Row {
  id: string
  amount?: string
}

const columns: readonly GridColumn<Row>[] = [
  { id: 'id', header: 'Id', size: 100, cell: ({ id }) => id, text: ({ id }) => id },
  {
    id: 'amount',
    header: 'Amount',
    size: 100,
    align: 'end',
    cell: ({ amount }) => amount,
    text: ({ amount = '' }) => amount,
  },
]
const listing = listOfRows<Row>([
  { id: 'a', amount: '9007199254740993' },
  { id: 'b' },
  { id: 'c', amount: '9007199254740992' },
  { id: 'd', amount: '10' },
])

afterEach(cleanup)

function show(rows = listing, first?: string) {
  const { result } = renderHook(() => {
    const [text, setText] = useState(first)
    return { ...useSorted(rows, columns, text, setText), text }
  })
  return {
    ids: () => rowsOf(result.current.listing).map(({ id }) => id),
    text: () => result.current.text,
    toggle: (id: string) => act(() => result.current.sorting.toggle(id)),
  }
}

test('a number is sorted exactly, highest first, then lowest first, then as the node sent it', () => {
  const list = show()
  list.toggle('amount')
  expect([list.text(), list.ids()]).toEqual(['-amount', ['a', 'c', 'd', 'b']])
  list.toggle('amount')
  expect([list.text(), list.ids()]).toEqual(['amount', ['d', 'c', 'a', 'b']])
  list.toggle('amount')
  expect([list.text(), list.ids()]).toEqual([undefined, ['a', 'b', 'c', 'd']])
})

test('words begin from A; another column takes over', () => {
  const list = show(listing, '-amount')
  expect(list.ids()).toEqual(['a', 'c', 'd', 'b'])
  list.toggle('id')
  expect([list.text(), list.ids()]).toEqual(['id', ['a', 'b', 'c', 'd']])
})

test('an unknown column in an address sorts nothing', () => {
  expect(show(listing, '-nowhere').ids()).toEqual(['a', 'b', 'c', 'd'])
})

test('sorting loses and doubles no row, keeps equal rows in their order and absent values last', () => {
  const amount = fc.option(fc.bigInt({ min: -5n, max: 5n }).map(String), { nil: undefined })
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 12 }), fc.boolean(), (amounts, desc) => {
      const rows = amounts.map((value, at) => ({ id: String(at), ...(value === undefined ? {} : { amount: value }) }))
      const sign = desc ? -1 : 1
      const wanted = rows.toSorted((a, b) => {
        if (a.amount === undefined || b.amount === undefined)
          return Number(a.amount === undefined) - Number(b.amount === undefined)
        return sign * Number(BigInt(a.amount) - BigInt(b.amount))
      })
      const list = show(listOfRows<Row>(rows), desc ? '-amount' : 'amount')
      expect(list.ids()).toEqual(wanted.map(({ id }) => id))
      cleanup()
    }),
    { numRuns: 30 },
  )
})
