import { IdForm } from '../../../entities/search/id-form.tsx'
import { useKnownParties } from '../../../entities/search/suggestions.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import styles from './wall.module.css'

/** Adds a party to the wall by its id, or by the nickname it has in this browser. */
export function AddParty({ full, onAdd }: { full: boolean; onAdd: (party: string) => void }) {
  return (
    <IdForm
      className={styles['add']}
      label="Add a party"
      hideLabel
      kind="party"
      known={useKnownParties()}
      onChoose={(party) => !full && onAdd(party)}
      placeholder="Party id or nickname"
      hint={full ? 'The wall is full.' : undefined}
    >
      {(id) => (
        <Button type="submit" icon="plus" disabled={full || id === undefined}>
          Add
        </Button>
      )}
    </IdForm>
  )
}
