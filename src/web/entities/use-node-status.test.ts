// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { nodeState, recordFacts, recordResponse } from '../client/node-status.ts'
import { useNodeState } from './use-node-status.ts'

afterEach(() => cleanup())

test('a new block draws nobody who shows only the chain and the epoch, nor does the same epoch named again', () => {
  const { base } = nodeState.get()
  const epoch = { seq: '7', start: 1n, end: 2n }
  recordFacts(base, { chainId: 'one', epoch })
  let drawn = 0
  const { result } = renderHook(() => {
    drawn += 1
    return useNodeState('chainId', 'epoch')
  })
  for (const [at, height] of ['101', '102', '103'].entries())
    act(() => recordResponse(base, new Headers({ 'X-Block-Height': height }), Date.now() + at, Date.now() + at))
  act(() => recordFacts(base, { chainId: 'one', epoch: { ...epoch } }))
  expect(nodeState.get().height).toBe('103')
  expect(drawn).toBe(1)
  act(() => recordFacts(base, { chainId: 'two', epoch }))
  expect([drawn, result.current.chainId]).toEqual([2, 'two'])
})
