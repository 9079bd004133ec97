import * as v from 'valibot'
import { foldId } from '../../../format/id.ts'
import { encodePath } from '../../../format/path.ts'
import { searchOf } from '../../../router/search.ts'

/** With more parties each would be requested too seldom to rely on. */
export const maxParties = 50

const unique = (ids: readonly string[]): string[] => [
  ...new Set(ids.map((id) => foldId(id.trim())).filter((id) => id !== '')),
]

/** What the watch room of chosen parties keeps in its address: `party=…&party=…`, which is read joined by commas. */
export const readSpamWallSearch = searchOf({
  party: v.pipe(
    v.string(),
    v.transform((text) => unique(text.split(','))),
    v.minLength(1),
  ),
  /** The last 24 hours on the axis instead of the epoch. */
  span: v.literal('24h'),
})

/** The address of a wall of these parties. */
export function wallHref(parties: readonly string[]): string {
  const pairs = unique(parties).map((id) => `party=${encodePath(id)}`)
  return pairs.length > 0 ? `/spam?${pairs.join('&')}` : '/spam'
}
