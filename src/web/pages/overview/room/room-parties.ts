import type { NodeParty } from '../../../entities/party/node-parties.ts'

/** With more parties each would be requested too seldom to rely on. */
export const maxParties = 50
/** Suggestions fill the room up to this many rows, and beyond it there are still a few. */
const comfortable = 8
const minSuggested = 3

export interface RoomParty {
  partyId: string
  /** The nickname in this browser, else the name that the node publishes. */
  name?: string
  /** What the party does, or why it is here. */
  role: string
  watched: boolean
}

export interface RoomSources {
  watched: readonly string[]
  nicknames: Readonly<Record<string, string>>
  suggested: readonly NodeParty[]
  onlyWatched: boolean
}

/** The parties of the room: all watched ones, then suggestions of the node. */
export function roomParties({ watched, nicknames, suggested, onlyWatched }: RoomSources): RoomParty[] {
  const known = new Map(suggested.map((party) => [party.partyId, party]))
  const own = watched.slice(0, maxParties)
  const places = Math.min(Math.max(minSuggested, comfortable - own.length), maxParties - own.length)
  const others = suggested.map(({ partyId }) => partyId).filter((partyId) => !own.includes(partyId))
  const shown = onlyWatched && own.length > 0 ? own : [...own, ...others.slice(0, places)]
  return shown.map((partyId) => {
    const isWatched = own.includes(partyId)
    const name = nicknames[partyId] ?? known.get(partyId)?.name
    const role = known.get(partyId)?.role ?? (isWatched ? 'watched' : 'on this node')
    return { partyId, role, watched: isWatched, ...(name !== undefined && { name }) }
  })
}
