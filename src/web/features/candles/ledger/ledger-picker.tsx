import { useId, useState } from 'react'
import { usePartyOptions } from '../../../entities/party/party-options.ts'
import { pastedId, shortId } from '../../../format/id.ts'
import { usePartyNames } from '../../../preferences/party-names.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { StarMark } from '../../../ui/inputs/star-mark.tsx'
import type { ComboboxGroup } from '../../../ui/inputs/use-combobox.ts'
import { PickerPopup } from '../panels/market-picker.tsx'
import type { PageProps } from '../use-candles-page.ts'

const none = 'none'

/** Whose ledger is shown: a watched party, one seen before, one that the node lists, or any by its key. */
export function LedgerPicker({ page: { address, subject } }: PageProps) {
  const { party } = address.search
  const id = useId()
  const [open, setOpen] = useState(false)
  const names = usePartyNames()
  // The node is asked for parties once the list is open.
  const optionsFor = usePartyOptions({ enabled: open })
  if (subject.marketId === undefined) return null
  const nameOf = (key: string): string => names[key] ?? shortId(key)
  const groupsOf = (typed: string): ComboboxGroup[] => {
    const key = pastedId(typed.trim())
    if (key !== undefined) return [{ options: [{ key, mark: key, label: nameOf(key), detail: 'party with this key' }] }]
    const groups = optionsFor(typed).map(({ options, ...group }) => ({
      ...group,
      options: options.map((option) => ({ ...option, current: option.key === party })),
    }))
    return party === undefined || typed !== '' ? groups : [...groups, { options: [{ key: none, label: 'No ledger' }] }]
  }
  const words = party === undefined ? 'Show the ledger of a party' : `Ledger of ${nameOf(party)}: choose a party`
  return (
    <>
      <Button popoverTarget={id} aria-haspopup="listbox" aria-expanded={open} aria-label={words} title={words}>
        {party !== undefined && <StarMark id={party} />} {party === undefined ? 'Ledger' : nameOf(party)}
      </Button>
      <PickerPopup
        {...{ id, open, groupsOf }}
        label="Party, or a pasted public key"
        placeholder="Name, or a pasted public key"
        listLabel="Parties"
        note={(typed, isEmpty) => (isEmpty ? `${typed === '' ? '' : 'No match. '}Paste a public key.` : undefined)}
        onOpen={setOpen}
        onPick={({ key }) => address.change(key === none ? { party: undefined, at: undefined } : { party: key })}
      />
    </>
  )
}
