import { useState, type FormEvent } from 'react'
import { isId } from '../../../format/id.ts'
import { meantId } from '../../../entities/search/resolve-search.ts'
import { suggestionsFor, useKnownParties } from '../../../entities/search/suggestions.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import styles from './wall.module.css'

/** Adds a party to the wall by its id, or by the nickname it has in this browser. */
export function AddParty({ full, onAdd }: { full: boolean; onAdd: (party: string) => void }) {
  const known = useKnownParties()
  const [text, setText] = useState('')
  const id = meantId(text, known)
  const add = (party: string | undefined): void => {
    if (party === undefined || full) return
    onAdd(party)
    setText('')
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    add(id)
  }
  return (
    <form className={styles['add']} onSubmit={submit}>
      <Combobox
        label="Add a party"
        hideLabel
        mono
        text={text}
        onText={setText}
        groups={suggestionsFor(text, 'party', known)}
        listLabel="Known parties"
        onPick={({ key }) => add(key)}
        placeholder="Party id or nickname"
        warning={
          id !== undefined && !isId(id) ? 'This does not look like an id. The node is asked all the same.' : undefined
        }
        hint={full ? 'The wall is full.' : undefined}
      />
      <Button type="submit" icon="plus" disabled={full || id === undefined}>
        Add
      </Button>
    </form>
  )
}
