import { useId, useState } from 'react'
import { suggestionsFor, useKnownParties } from '../../../entities/search/suggestions.ts'
import { pastedId, shortId } from '../../../format/id.ts'
import { usePartyNames } from '../../../preferences/party-names.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { StarMark } from '../../../ui/inputs/star-mark.tsx'
import type { ComboboxGroup } from '../../../ui/inputs/use-combobox.ts'
import { PickerPopup } from '../panels/market-picker.tsx'
import type { PageProps } from '../use-candles-page.ts'

const none = 'none'

/** Whose ledger is shown: a watched party, one seen before, or any by its key; nothing before there was a party to choose. */
export function LedgerPicker({ page: { address, subject } }: PageProps) {
  const { party } = address.search
  const id = useId()
  const [open, setOpen] = useState(false)
  const names = usePartyNames()
  const watched = usePreference('watched')
  const known = useKnownParties()
  const recent = usePreference('recent').flatMap(({ kind, id: one }) =>
    kind === 'party' && !watched.includes(one) ? [one] : [],
  )
  if (subject.marketId === undefined || (party === undefined && watched.length + recent.length === 0)) return null
  const nameOf = (key: string): string => names[key] ?? shortId(key)
  const option = (key: string) => ({
    key,
    mark: key,
    label: nameOf(key),
    detail: key === party ? 'shown' : names[key] === undefined ? '' : shortId(key),
  })
  const groupsOf = (typed: string): ComboboxGroup[] => {
    const text = typed.trim()
    const shown = party === undefined ? [] : [{ options: [{ key: none, label: 'No ledger' }] }]
    if (text === '')
      return [
        { title: 'Watched', options: watched.map(option) },
        { title: 'Recent', options: recent.map(option) },
        ...shown,
      ].filter(({ options }) => options.length > 0)
    const key = pastedId(text)
    if (key === undefined) return suggestionsFor(text, 'party', known)
    return [{ options: [{ ...option(key), detail: 'party with this key' }] }]
  }
  return (
    <>
      <Button
        popoverTarget={id}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={party === undefined ? 'Show the ledger of a party' : `Ledger of ${nameOf(party)}: choose a party`}
      >
        {party !== undefined && <StarMark id={party} />} {party === undefined ? 'Ledger' : nameOf(party)}
      </Button>
      <PickerPopup
        {...{ id, open, groupsOf }}
        label="Party, or a pasted public key"
        placeholder="Name, or a pasted public key"
        listLabel="Parties"
        note={(_, isEmpty) => (isEmpty ? 'No match. Paste a public key.' : undefined)}
        onOpen={setOpen}
        onPick={({ key }) => address.change(key === none ? { party: undefined, at: undefined } : { party: key })}
      />
    </>
  )
}
