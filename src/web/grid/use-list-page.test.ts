// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { useOpenRow } from './use-list-page.tsx'
import { rowKey } from '../list/list-query.ts'

afterEach(cleanup)

const key = (row: string): string => row
const listing = (rows: readonly string[]) => ({ count: rows.length, at: (index: number) => rows[index] })

test('the open row is found when it is loaded later, and stays open', () => {
  const rows = ['a', 'b', 'c']
  const { result, rerender } = renderHook(({ shown }) => useOpenRow(listing(shown), key, 'e'), {
    initialProps: { shown: rows },
  })
  expect(result.current).toBeUndefined()
  rerender({ shown: [...rows, 'd', 'e'] })
  expect(result.current).toBe(4)
  rerender({ shown: [...rows, 'd', 'e', 'f'] })
  expect(result.current).toBe(4)
})

test('finds the first of its name wherever it went, as looking through all would', () => {
  const rows = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))
  fc.assert(
    fc.property(fc.array(fc.tuple(rows, fc.constantFrom('a', 'b', 'c')), { minLength: 1, maxLength: 5 }), (steps) => {
      const { result, rerender, unmount } = renderHook(({ names, wanted }) => useOpenRow(listing(names), key, wanted), {
        initialProps: { names: [] as string[], wanted: 'a' },
      })
      for (const [names, wanted] of steps) {
        rerender({ names, wanted })
        const at = names.indexOf(wanted)
        expect(result.current).toBe(at < 0 ? undefined : at)
      }
      unmount()
    }),
  )
})

test('a row that a filter hid is found when the filter goes, though both lists begin alike', () => {
  const { result, rerender } = renderHook(({ shown }) => useOpenRow(listing(shown), key, 'b'), {
    initialProps: { shown: ['a', 'c'] },
  })
  expect(result.current).toBeUndefined()
  rerender({ shown: ['a', 'b', 'c', 'd'] })
  expect(result.current).toBe(1)
})

test('a key of several members is found', () => {
  const ofTwo = rowKey<{ one: string; two: string }>('one', 'two')
  const rows = [
    { one: 'a', two: 'b' },
    { one: 'a', two: 'c' },
  ]
  const { result } = renderHook(() => useOpenRow({ count: 2, at: (index) => rows[index] }, ofTwo, 'a.c'))
  expect(result.current).toBe(1)
})
