import { useState } from 'react'
import { deployment } from '../../client/deployment-config.ts'
import { explorerHref, refuseTemplate } from '../../format/explorer.ts'
import { preferences } from '../../preferences/preferences.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { useObservable } from '../../use-observable.ts'
import styles from './settings.module.css'

const example = 'https://explorer.example/{kinds}/{id}'

/** The address template of an outside explorer; text that cannot be one stays in the field and changes nothing. */
export function ExplorerPanel() {
  const explorer = usePreference('explorer')
  const given = useObservable(deployment, ({ explorer = '' }) => explorer)
  const [draft, setDraft] = useState<string>()
  const shown = draft ?? explorer
  const error = refuseTemplate(shown)
  const keep = () => {
    if (draft === undefined || error !== undefined) return
    preferences.set({ explorer: draft.trim() })
    setDraft(undefined)
  }
  const used = error === undefined ? shown || given : ''
  const sample = explorerHref(used, 'epoch', '7')
  return (
    <Panel title="Block explorer" end="Linked from the page of each id">
      <div className={styles.data}>
        <TextField
          mono
          label="Address template"
          placeholder={given || example}
          value={shown}
          onChange={setDraft}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keep()
            if (event.key === 'Escape') setDraft(undefined)
          }}
          error={error}
          hint="{id} is the id, {kind} is party, market, asset, team, epoch or block, {kinds} its plural."
        />
      </div>
      <p className={styles.note}>
        {sample === undefined
          ? 'Not set: no page links to an explorer.'
          : `Epoch 7 is at ${sample}${shown === '' ? ', set by this deployment' : ''}.`}
      </p>
    </Panel>
  )
}
