import { useState, type FormEvent } from 'react'
import { saveView } from '../preferences/lists.ts'
import { usePreference } from '../preferences/use-preferences.ts'
import { Button } from '../ui/inputs/button.tsx'
import { TextField } from '../ui/inputs/field.tsx'
import { toast } from '../ui/overlays/toast.tsx'
import { classNames } from '../ui/class-names.ts'
import { useTabTitle } from '../ui/feedback/tab-state.ts'
import { useSubject } from './navigation/route-entity.ts'
import { titleOf, useTitleNames } from './title.ts'
import frame from './dialog.module.css'
import { Dialog, firstSelected } from './dialog.tsx'
import { CloseCap } from './keyboard/key-cap.tsx'
import styles from './save-view.module.css'

/** Names the address in view. It is kept in this browser; a range that moves with the clock keeps moving. */
export function SaveView({ onClose }: { onClose: () => void }) {
  const href = `${location.pathname}${location.search}`
  const views = usePreference('views')
  const subject = useSubject()
  const names = useTitleNames()
  // Not the title of the tab: its price and its state are those of this moment.
  const lasting = useTabTitle()?.lasting ?? titleOf(location.pathname, subject, names).replace(/ · Lyra$/, '')
  const saved = views.find((view) => view.href === href)
  const [name, setName] = useState(() => saved?.name ?? lasting)
  const [tried, setTried] = useState(false)
  const missing = name.trim() === '' ? 'Enter a name.' : undefined
  const taken = views.some((view) => view.href !== href && view.name === name.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (missing !== undefined) return
    saveView({ name, href })
    onClose()
    toast(`Saved as ${name.trim()}. Find it in search and in Settings.`)
  }
  return (
    <Dialog label="Save this view" className={classNames(frame.dialog, styles.save)} onClose={onClose}>
      <header>
        <h2>Save this view</h2>
        <CloseCap onClose={onClose} />
      </header>
      <form onSubmit={submit}>
        <TextField
          label="Name"
          ref={firstSelected}
          value={name}
          onChange={setName}
          error={tried ? missing : undefined}
          warning={taken ? 'Another view has this name.' : undefined}
          hint={saved ? 'This page is already saved; it gets the new name.' : 'Kept in this browser only.'}
        />
        <p className={styles.address}>{href}</p>
        <div className={styles.actions}>
          <Button type="submit" variant="primary">
            Save
          </Button>
          <Button variant="bare" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
