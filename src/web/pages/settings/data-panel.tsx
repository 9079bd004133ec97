import { useRef, useState } from 'react'
import { saveText } from '../../infinite-list/export-rows.ts'
import { leftOut, preferences } from '../../preferences/preferences.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useObservable } from '../../use-observable.ts'
import { LeftOut } from './left-out.tsx'
import styles from './settings.module.css'

export function DataPanel() {
  const picker = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const unread = useObservable(leftOut)

  const save = () => saveText('lyra-preferences.json', 'application/json', [preferences.export()])
  const undoable = (done: string, change: () => void) => {
    const before = preferences.export()
    change()
    toast(done, { label: 'Undo', onClick: () => preferences.import(before) })
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    setError(undefined)
    try {
      const text = await file.text()
      undoable('Preferences imported.', () => preferences.import(text))
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : String(refused))
    }
    if (picker.current) picker.current.value = ''
  }
  return (
    <Panel title="Your preferences">
      <p className={styles.about}>
        Stored in this browser and never sent to a node. Each change can be undone for a few seconds.
      </p>
      <div className={styles.data}>
        <Button icon="download" onClick={save}>
          Export
        </Button>
        <CopyButton text={() => preferences.export()} label="Copy preferences as JSON">
          Copy as JSON
        </CopyButton>
        <Button icon="upload" onClick={() => picker.current?.click()}>
          Import
        </Button>
        <input
          ref={picker}
          type="file"
          accept="application/json,.json"
          aria-label="File with preferences"
          className="visually-hidden"
          tabIndex={-1}
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <Button icon="trash" onClick={() => undoable('Preferences reset.', () => preferences.reset())}>
          Reset
        </Button>
      </div>
      <LeftOut of="your preferences" names={unread} />
      {error !== undefined && <Notice state="limit">{error}</Notice>}
    </Panel>
  )
}
