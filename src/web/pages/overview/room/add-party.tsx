import { IdForm } from '../../../entities/search/id-form.tsx'
import { useKnownParties } from '../../../entities/search/suggestions.ts'
import { watchNamed } from '../../../preferences/lists.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import styles from './watch-room.module.css'

/** Watches a party by its id, its nickname, or a name that the node publishes. */
export function AddParty({ onDone }: { onDone: () => void }) {
  const known = useKnownParties()
  return (
    <IdForm
      className={styles.form}
      label="Party to watch"
      hideLabel
      // the reader pressed "Watch a party" to type here
      autoFocus
      kind="party"
      known={known}
      onChoose={(party) => {
        watchNamed(party, known.nicknames?.[party])
        onDone()
      }}
      placeholder="Party id or name"
    >
      {() => (
        <>
          <Button type="submit">Watch</Button>
          <Button variant="bare" onClick={onDone}>
            Cancel
          </Button>
        </>
      )}
    </IdForm>
  )
}
