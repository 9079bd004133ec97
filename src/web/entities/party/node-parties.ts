import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { useNodeState } from '../use-node-status.ts'
import { namedPartiesQuery, nodePartiesQuery, publishNames } from './node-parties-query.ts'

export interface PartyLine {
  answer: string
  context: string
}

/** Loaded rows of a list about a party. */
export interface PartyRows<Row> {
  rows: readonly Row[]
  complete: boolean
}

/**
 * Parties for users who bring no id: those that the node names, then, unless it is the demo, the first that it lists. What kind of node it is must
 * be known first. `enabled: false` reads what other pages have loaded and sends nothing.
 */
export function useNodeParties({ enabled = true } = {}) {
  const { lyra, introduced } = useNodeState('lyra', 'introduced')
  return useQuery({ ...nodePartiesQuery(lyra), enabled: enabled && (lyra || introduced) })
}

/** Loads the names that Lyra's own service publishes for every page; other nodes get no request. */
export function usePublishedNames(): void {
  const { lyra } = useNodeState('lyra')
  const { data } = useQuery({ ...namedPartiesQuery, enabled: lyra })
  useLayoutEffect(() => publishNames(data?.parties), [data])
}
