import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { spamStatisticsQuery } from '../query.ts'
import { startWallLoop, type WallLoop } from './wall-loop.ts'

/** Runs one loop that requests all `parties`; returns a function that requests one of them next. */
export function useWallLoop(parties: readonly string[]): (party: string) => void {
  const client = useQueryClient()
  const loop = useRef<WallLoop>(undefined)
  useEffect(() => {
    const started = startWallLoop((party) =>
      client.fetchQuery({ ...spamStatisticsQuery(party), staleTime: 0 }).then(
        () => true,
        () => false,
      ),
    )
    loop.current = started
    return () => started.stop()
  }, [client])
  useEffect(() => loop.current?.set(parties), [parties])
  return useCallback((party) => loop.current?.prefer(party), [])
}
