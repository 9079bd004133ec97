import * as v from 'valibot'
import { foldId } from '../../../format/id.ts'
import { searchOf } from '../../../router/search.ts'

/** What the watch room keeps in its address. */
export const readRoomSearch = searchOf({
  /** The party chosen in the room. */
  party: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.transform(foldId)),
  /** Only watched parties, without those that the node suggests. */
  show: v.literal('watched'),
  /** The last 24 hours on the axis instead of the epoch. */
  span: v.literal('24h'),
  /** The moment to show, Unix milliseconds of this browser. */
  at: v.pipe(v.string(), v.regex(/^\d{13}$/)),
})
