import type { UseQueryResult } from '@tanstack/react-query'
import { maximumPageSize } from '../../wire/protocol/page.ts'
import { isAbsentRoute } from '../client/node-failure.ts'
import type { Presence } from '../format/failure.ts'

export interface Labels<Label> {
  byId: ReadonlyMap<string, Label>
  /** Without the list cells show ids and raw numbers. */
  state: Exclude<Presence, 'unknown'>
}

const noLabels: ReadonlyMap<string, never> = new Map<string, never>()
const minRetryMs = 60_000

/** The parameters of a label list: one page of 5,000 records. */
export const wholeList = { pagination: { first: maximumPageSize } }

/** Cache options of a label list. */
export const rarelyRefetched = {
  staleTime: 10 * 60_000,
  refetchOnWindowFocus: false,
  structuralSharing: false,
} as const

/** For the hundreds of cells that read a list: otherwise each mounted cell would retry a failed one. */
export const retryOnMount = ({ state }: { state: { error: Error | null; errorUpdatedAt: number } }): boolean =>
  !isAbsentRoute(state.error) && Date.now() - state.errorUpdatedAt > minRetryMs

/** Why there is no list; undefined while it loads or is known. */
export const noListWords = (state: Presence, of: 'markets' | 'assets'): string | undefined =>
  state === 'absent'
    ? `This node does not list its ${of}.`
    : state === 'failed'
      ? `The list of ${of} could not be loaded.`
      : undefined

export const labelsOf = <Label>({ data, error }: UseQueryResult<Map<string, Label>>): Labels<Label> => ({
  byId: data ?? noLabels,
  state: data ? 'known' : !error ? 'waiting' : isAbsentRoute(error) ? 'absent' : 'failed',
})
