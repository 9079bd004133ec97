import { usePreferences } from '../../preferences/use-preferences.ts'
import type { ComboboxGroup, ComboboxOption } from '../../ui/inputs/use-combobox.ts'
import { type EntityKind, type Known, knownParties, resolveSearch, type SearchMatch } from './resolve-search.ts'

const most = 8

const optionOf = ({ kind, id, label, detail }: SearchMatch): ComboboxOption => ({
  key: id,
  label,
  ...(detail === '' ? {} : { detail }),
  ...(kind === 'party' ? { mark: id } : {}),
})

/** What a field for one id offers for a text; nothing once the text is an id itself. */
export function suggestionsFor(text: string, kind: EntityKind, known: Known): ComboboxGroup[] {
  const options = resolveSearch(text, known, [kind])
    .filter(({ kind: found, exact }) => found === kind && !exact)
    .slice(0, most)
    .map(optionOf)
  return [{ options }]
}

/** The parties that this browser knows, as `resolveSearch` takes them. */
export function useKnownParties(): Known {
  const { recent, watched, nicknames } = usePreferences()
  return { parties: knownParties({ recent, watched, nicknames }), nicknames }
}
