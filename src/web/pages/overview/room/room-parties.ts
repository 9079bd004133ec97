import { maxParties } from '../../../features/spam-statistics/index.ts'
import type { NodeParty } from '../../../entities/party/node-parties.ts'

/** So many rows are shown at first, and beyond the watched ones still a few. */
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
  /** Parties that the address names, in place of all others. */
  named?: readonly string[] | undefined
}

/** The parties of the room: all watched ones, then those of the node, as many as the rate allows. */
export function roomParties({ watched, nicknames, suggested, onlyWatched, named }: RoomSources): RoomParty[] {
  const known = new Map(suggested.map((party) => [party.partyId, party]))
  const others = onlyWatched && watched.length > 0 ? [] : suggested.map(({ partyId }) => partyId)
  const all = [...new Set(named ?? [...watched, ...others])].slice(0, maxParties)
  return all.map((partyId) => {
    const isWatched = watched.includes(partyId)
    const name = nicknames[partyId] ?? known.get(partyId)?.name
    const role = known.get(partyId)?.role ?? (isWatched ? 'watched' : 'on this node')
    return { partyId, role, watched: isWatched, ...(name !== undefined && { name }) }
  })
}

/** The rows to show at first of `rows`, the worst first: watched ones, the chosen one, and the worst of the others. */
export function firstRows<Row extends RoomParty>(rows: readonly Row[], chosen?: string): readonly Row[] {
  const places = Math.max(minSuggested, comfortable - rows.filter(({ watched }) => watched).length)
  const others = rows.filter(({ watched }) => !watched).slice(0, places)
  return rows.filter((row) => row.watched || row.partyId === chosen || others.includes(row))
}
