// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { steadyOrder, useSteadyOrder } from './use-room.ts'

test('a frozen order keeps positions, appends new ids and drops removed ones', () => {
  expect(steadyOrder(['a', 'b', 'c'], ['c', 'd', 'a'], true)).toEqual(['a', 'c', 'd'])
  expect(steadyOrder(['a', 'b', 'c'], ['c', 'd', 'a'], false)).toEqual(['c', 'd', 'a'])
})

test('rows stand still under the pointer and fall into order when it leaves', () => {
  const { result, rerender } = renderHook(({ ids }: { ids: string[] }) => useSteadyOrder(ids), {
    initialProps: { ids: ['a', 'b'] },
  })
  act(() => result.current.hold.onPointerEnter())
  rerender({ ids: ['b', 'a'] })
  expect(result.current.order).toEqual(['a', 'b'])
  act(() => result.current.hold.onPointerLeave())
  expect(result.current.order).toEqual(['b', 'a'])
})
