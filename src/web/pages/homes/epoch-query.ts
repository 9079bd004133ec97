import { queryOptions } from '@tanstack/react-query'
import { getEpoch } from '../../../wire/network.ts'
import { ask } from '../../api/client.ts'
import { epochFacts } from './sentences.ts'

/** An epoch by number, or the one that holds a block; the running one changes when it ends. Rejects as `ask`. */
export const epochQuery = (by: { id: string } | { block: string }) =>
  queryOptions({
    queryKey: [getEpoch.name, by],
    queryFn: async ({ signal }) => epochFacts((await ask(getEpoch, by, { signal })).epoch),
    staleTime: 15_000,
  })
