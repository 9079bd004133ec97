import { queryOptions } from '@tanstack/react-query'
import { getLiquidityHistory, type LiquiditySample } from '../../../wire/liquidity-history.ts'
import { ask } from '../../api/client.ts'
import { isAbsentRoute } from '../../api/node-error.ts'

/** What the service has kept of each party, by id; undefined for one that it does not watch. */
export type Histories = Readonly<Record<string, readonly LiquiditySample[] | undefined>>

/** Lyra's own service alone keeps positions, of the parties that it watches. Another answers as if it kept nothing. */
export const historiesQuery = (parties: readonly [string, string]) =>
  queryOptions({
    queryKey: [getLiquidityHistory.name, ...parties],
    queryFn: async ({ signal }): Promise<Histories> => {
      try {
        const { watched } = await ask(getLiquidityHistory, {}, { signal })
        const known = parties.filter((partyId) => watched.includes(partyId))
        const read = known.map(async (partyId) => {
          const { samples } = await ask(getLiquidityHistory, { partyId }, { signal })
          return [partyId, samples] as const
        })
        return Object.fromEntries(await Promise.all(read))
      } catch (error) {
        if (isAbsentRoute(error)) return {}
        throw error
      }
    },
    staleTime: 60_000,
  })
