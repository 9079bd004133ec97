import { useCallback, useState, type ReactNode } from 'react'
import { maxParties } from '../../../features/spam-statistics/index.ts'
import { plural } from '../../../format/words.ts'
import { Anchor } from '../../../ui/inputs/anchor.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import styles from './watch-room.module.css'
import { IdForm } from '../../../entities/search/id-form.tsx'
import { useKnownParties } from '../../../entities/search/suggestions.ts'
import { watchNamed } from '../../../preferences/set-preferences.ts'

/** Watches a party by its id, its nickname, or a name that the node publishes. */
function AddParty({ onDone }: { onDone: () => void }) {
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

interface RoomFootProps {
  /** Rows shown, of how many. */
  count: number
  of: number
  watched: number
  kiosk: boolean
  onShowAll: () => void
  rate: ReactNode
}

/** Watches another party, shows the rest of the rows, and leads to the watch room alone and back. */
export function RoomFoot({ count, of, watched, kiosk, onShowAll, rate }: RoomFootProps): ReactNode {
  const [adding, setAdding] = useState(false)
  const close = useCallback(() => setAdding(false), [])
  if (adding) return <AddParty onDone={close} />
  return (
    <>
      <Button small variant="bare" icon="plus" disabled={watched >= maxParties} onClick={() => setAdding(true)}>
        Watch a party
      </Button>
      {rate}
      <span className={styles.rest}>
        {count === 0
          ? `Up to ${maxParties} parties`
          : count < of
            ? `${count} of ${plural(of, 'party', 'parties')}`
            : `${plural(count, 'party', 'parties')} (${maxParties} max)`}
        {count < of && (
          <>
            {' \u00b7 '}
            <button type="button" className="link" onClick={onShowAll}>
              Show all
            </button>
          </>
        )}
        {' \u00b7 '}
        <Anchor href={kiosk ? '/' : '/watch'} className="link">
          {kiosk ? 'Overview' : 'Watch room'}
        </Anchor>
      </span>
    </>
  )
}
