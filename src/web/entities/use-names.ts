import { useMemo } from 'react'
import { usePartyNames } from '../preferences/party-names.ts'
import { useMarkets } from './market/labels.ts'

/** What ids are called, for sorting and finding; an id without a name is its own. */
export interface Names {
  readonly market: (id: string) => string
  readonly party: (id: string) => string
}

/** Names by id; the same object until a name changes. */
export function useNames(): Names {
  const { byId } = useMarkets()
  const names = usePartyNames()
  return useMemo(
    () => ({
      market: (id) => byId.get(id)?.code || byId.get(id)?.name || id,
      party: (id) => names[id] ?? id,
    }),
    [byId, names],
  )
}
