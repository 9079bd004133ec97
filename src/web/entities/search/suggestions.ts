import { usePreferences } from '../../preferences/use-preferences.ts'
import type { ComboboxGroup, ComboboxOption } from '../../ui/inputs/use-combobox.ts'
import { type EntityKind, type Known, knownParties, resolveSearch, type SearchMatch } from './resolve-search.ts'

const maxSuggestions = 8

const optionOf = ({ kind, id, label, detail }: SearchMatch): ComboboxOption => ({
  key: id,
  label,
  ...(detail === '' ? {} : { detail }),
  ...(kind === 'party' ? { mark: id } : {}),
})

/** The suggestions of a field for one id; none once the text is an id. */
export function suggestionsFor(text: string, kind: EntityKind, known: Known): ComboboxGroup[] {
  const matches = resolveSearch(text, known, [kind]).filter((match) => match.kind === kind && !match.exact)
  return [{ options: matches.slice(0, maxSuggestions).map(optionOf) }]
}

export function useKnownParties(): Known {
  const { recent, watched, nicknames } = usePreferences()
  return { parties: knownParties({ recent, watched, nicknames }), nicknames }
}
