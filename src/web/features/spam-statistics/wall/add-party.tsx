import { useState } from 'react'
import type { FormEvent } from 'react'
import { foldId, isId } from '../../../format/id.ts'
import { usePreferences } from '../../../preferences/use-preferences.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import styles from './wall.module.css'

/** Adds a party to the wall by its id, or by the nickname it has in this browser. */
export function AddParty({ full, onAdd }: { full: boolean; onAdd: (party: string) => void }) {
  const { nicknames } = usePreferences()
  const [text, setText] = useState('')
  const typed = text.trim()
  const named = Object.entries(nicknames).find(([, name]) => name.toLowerCase() === typed.toLowerCase())?.[0]
  const id = named ?? foldId(typed)
  const add = (event: FormEvent): void => {
    event.preventDefault()
    if (id === '' || full) return
    onAdd(id)
    setText('')
  }
  return (
    <form className={styles['add']} onSubmit={add}>
      <TextField
        label="Add a party"
        hideLabel
        mono
        value={text}
        onChange={setText}
        placeholder="Party id or nickname"
        warning={
          typed !== '' && !isId(id) ? 'This does not look like an id. The node is asked all the same.' : undefined
        }
        hint={full ? 'The wall is full.' : undefined}
      />
      <Button type="submit" icon="plus" disabled={full || id === ''}>
        Add
      </Button>
    </form>
  )
}
