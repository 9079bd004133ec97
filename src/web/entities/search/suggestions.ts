import type { Preferences } from '../../preferences/preferences.ts'
import { usePartyNames } from '../../preferences/party-names.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import type { ComboboxGroup, ComboboxOption } from '../../ui/inputs/use-combobox.ts'
import type { Labels } from '../shared-labels.ts'
import { type EntityKind, type KnownEntities, knownParties, resolveSearch, type SearchMatch } from './resolve-search.ts'

const maxSuggestions = 8

const optionOf = ({ kind, id, label, detail }: SearchMatch): ComboboxOption => ({
  key: id,
  label,
  ...(detail === '' ? {} : { detail }),
  ...(kind === 'party' ? { mark: id } : {}),
})

/** The suggestions of a field for one id; none once the text is an id. */
export function suggestionsFor(text: string, kind: EntityKind, known: KnownEntities): ComboboxGroup[] {
  const matches = resolveSearch(text, known, [kind]).filter((match) => match.kind === kind && !match.exact)
  return [{ options: matches.slice(0, maxSuggestions).map(optionOf) }]
}

/** Why a search found nothing: names that are loading or could not be loaded may still match. `hint`: what else can be typed. */
export function noMatchWords(names: readonly Labels<unknown>['state'][], hint: string): string {
  if (names.includes('waiting')) return 'No match yet: names of this node are loading.'
  if (names.includes('failed')) return `No match, but not all names of this node could be loaded. ${hint}`
  return `No match. ${hint}`
}

/** What this browser knows of parties; names that the node publishes count as nicknames where there is none. Sends no request. */
export function useSeenParties(): Pick<Preferences, 'recent' | 'watched' | 'nicknames'> {
  const recent = usePreference('recent')
  const watched = usePreference('watched')
  return { recent, watched, nicknames: usePartyNames() }
}

export function useKnownParties(): KnownEntities {
  const seen = useSeenParties()
  return { parties: knownParties(seen), nicknames: seen.nicknames }
}
