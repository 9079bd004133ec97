import { foldId } from '../../../format/id.ts'
import { encoded } from '../../../format/path.ts'

/** With more parties each would be requested too seldom to rely on. */
export const maxParties = 50

export interface SpamWallSearch {
  party?: string[]
}

const unique = (ids: readonly string[]): string[] => [
  ...new Set(ids.map((id) => foldId(id.trim())).filter((id) => id !== '')),
]

/** Reads `party=…&party=…` (repeated names come joined by commas); unknown names are left out, nothing throws. */
export function readSpamWallSearch(text: Readonly<Record<string, string | readonly string[]>>): SpamWallSearch {
  const given = text['party']
  const ids = unique(typeof given === 'string' ? given.split(',') : (given ?? []))
  return ids.length > 0 ? { party: ids } : {}
}

/** The address of a wall of these parties. */
export function wallHref(parties: readonly string[]): string {
  const pairs = unique(parties).map((id) => `party=${encoded(id)}`)
  return pairs.length > 0 ? `/spam?${pairs.join('&')}` : '/spam'
}
