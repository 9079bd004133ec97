import { isId, shortId } from '../../format/id.ts'
import type { ComboboxGroup, ComboboxOption } from '../../ui/inputs/use-combobox.ts'
import { type KnownEntities, suggestionsFor, useKnownParties } from '../search/resolve-search.ts'
import { usePartyNames } from '../../preferences/party-names.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { useNodeParties } from './node-parties.ts'

export interface PartyChoice {
  partyId: string
  name?: string
  /** What it does, where the node says so. */
  role?: string
}

interface PartyGroup {
  title: string
  parties: readonly PartyChoice[]
}

/** Parties to choose from, each in its first group: watched, seen before, and suggested by the node, which `enabled` lets ask. */
export function usePartyGroups({ enabled = true } = {}): PartyGroup[] {
  const recent = usePreference('recent')
  const watched = usePreference('watched')
  const names = usePartyNames()
  const { data } = useNodeParties({ enabled })
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

/** Of a group that may be long, so many are offered before anything is typed. */
const maxOffered = 6

const optionOf = ({ partyId, name, role }: PartyChoice): ComboboxOption => {
  const detail = [name && shortId(partyId), role].filter((part) => part).join(' \u00b7 ')
  return { key: partyId, label: name ?? shortId(partyId), mark: partyId, ...(detail === '' ? {} : { detail }) }
}

/** The choices of a field for a party: all groups while nothing is typed, then those that match; none for a whole id. */
export function partyOptions(text: string, groups: readonly PartyGroup[], known: KnownEntities): ComboboxGroup[] {
  const typed = text.trim()
  if (isId(typed)) return []
  if (typed === '') {
    return groups.map(({ title, parties }) => ({ title, options: parties.slice(0, maxOffered).map(optionOf) }))
  }
  const offered = groups.flatMap(({ parties }) => parties.map(({ partyId }) => partyId))
  const parties = [...new Set([...offered, ...(known.parties ?? [])])]
  return suggestionsFor(typed, 'party', { ...known, parties })
}

/** The same for this browser and the node in use. */
export function usePartyOptions(options?: Parameters<typeof usePartyGroups>[0]): (text: string) => ComboboxGroup[] {
  const groups = usePartyGroups(options)
  const known = useKnownParties()
  return (text) => partyOptions(text, groups, known)
}
