import { foldId } from '../../../format/id.ts'
import type { Search } from '../../../router/search-text.ts'

export interface RoomSearch {
  /** The party chosen in the room. */
  party?: string
  /** Only watched parties, without those that the node suggests. */
  show?: 'watched'
  /** The moment to show, Unix milliseconds of this browser. */
  at?: string
}

/** Reads the search of the watch room; unknown names and values are left out, nothing throws. */
export function readRoomSearch(search: Search): RoomSearch {
  const party = foldId(search['party']?.trim() ?? '')
  const { show, at } = search
  return {
    ...(party !== '' && { party }),
    ...(show === 'watched' && { show }),
    ...(at !== undefined && /^\d{13}$/.test(at) && { at }),
  }
}
