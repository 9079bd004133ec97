import { usePartyNames } from '../../preferences/party-names.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { useNodeParties } from './node-parties.ts'

export interface PartyChoice {
  partyId: string
  name?: string
  /** What it does, where the node says so. */
  role?: string
}

export interface PartyGroup {
  title: string
  parties: readonly PartyChoice[]
}

/** Parties to choose from, each in its first group: watched, seen before, and suggested by the node. */
export function usePartyGroups(): PartyGroup[] {
  const recent = usePreference('recent')
  const watched = usePreference('watched')
  const names = usePartyNames()
  const { data } = useNodeParties()
  const listed = new Map((data ?? []).map((party) => [party.partyId, party]))
  const choice = (partyId: string): PartyChoice => {
    const role = listed.get(partyId)?.role
    const name = names[partyId]
    return { partyId, ...(name !== undefined && { name }), ...(role !== undefined && { role }) }
  }
  const seen = recent.flatMap(({ kind, id }) => (kind === 'party' ? [id] : []))
  const taken = new Set<string>()
  const group = (title: string, ids: readonly string[]): PartyGroup => {
    const left = ids.filter((id) => !taken.has(id))
    for (const id of left) taken.add(id)
    return { title, parties: left.map(choice) }
  }
  return [group('Watched', watched), group('Recent', seen), group('On this node', [...listed.keys()])].filter(
    ({ parties }) => parties.length > 0,
  )
}
