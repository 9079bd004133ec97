import type { UseQueryResult } from '@tanstack/react-query'
import { maximumPageSize } from '../../wire/protocol/page.ts'
import { NodeFailure } from '../api/node-error.ts'

export interface Labels<Label> {
  byId: ReadonlyMap<string, Label>
  /** `absent`: the node has no such list or refused it, so cells show ids and raw numbers. */
  state: 'waiting' | 'known' | 'absent'
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
  !(state.error instanceof NodeFailure && state.error.missing) && Date.now() - state.errorUpdatedAt > minRetryMs

export const labelsOf = <Label>({ data, isError }: UseQueryResult<Map<string, Label>>): Labels<Label> => ({
  byId: data ?? noLabels,
  state: data ? 'known' : isError ? 'absent' : 'waiting',
})
