import { isId, shortId } from '../../format/id.ts'
import type { ComboboxGroup, ComboboxOption } from '../../ui/inputs/use-combobox.ts'
import type { Known } from '../search/resolve-search.ts'
import { suggestionsFor, useKnownParties } from '../search/suggestions.ts'
import { type PartyChoice, type PartyGroup, usePartyGroups } from './party-groups.ts'

/** Of a group that may be long, so many are offered before anything is typed. */
const maxOffered = 6

const optionOf = ({ partyId, name, role }: PartyChoice): ComboboxOption => {
  const detail = [name && shortId(partyId), role].filter((part) => part).join(' \u00b7 ')
  return { key: partyId, label: name ?? shortId(partyId), mark: partyId, ...(detail === '' ? {} : { detail }) }
}

/** The choices of a field for a party: all groups while nothing is typed, then those that match; none for a whole id. */
export function partyOptions(text: string, groups: readonly PartyGroup[], known: Known): ComboboxGroup[] {
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
export function usePartyOptions(): (text: string) => ComboboxGroup[] {
  const groups = usePartyGroups()
  const known = useKnownParties()
  return (text) => partyOptions(text, groups, known)
}
