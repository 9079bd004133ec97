import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isAway } from '../../../api/status/connection.ts'
import { nodeState } from '../../../api/status/node-status.ts'
import type { History } from './bar-store.ts'

/**
 * Bars are no query, so what asks queries again must be told of them: "ask the node again" (a query that is always fresh
 * and asks the history when it is asked), and the end of a pause, a ban or an outage.
 */
export function useAgain(name: string, node: string, candleId: string | undefined, history: History | undefined): void {
  useQuery({
    queryKey: ['candle history', name, node, candleId ?? ''],
    queryFn: async () => {
      await history?.again()
      return true
    },
    initialData: true,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => {
    let { phase } = nodeState.get()
    return nodeState.subscribe(() => {
      const back = isAway(phase) && !isAway(nodeState.get().phase)
      phase = nodeState.get().phase
      if (back) void history?.again()
    })
  }, [history])
}
