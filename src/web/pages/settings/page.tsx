import { useState } from 'react'
import { parseSearch } from '../../router/search.ts'
import { linkTo } from '../../router/link-to.ts'
import { setNickname, setWatched, forgetView, renameView, saveView } from '../../preferences/set-preferences.ts'
import { maxDecimals } from '../../../wire/scalar.ts'
import { preferences, leftOut } from '../../preferences/preferences.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { PageHead } from '../../ui/display/page-head.tsx'
import { DisplayPanel } from './display-panel.tsx'
import { SavedIdsPanel, DraftField } from './saved-ids-panel.tsx'
import { NamesFile } from './names-file.tsx'
import { NodesPanel, LeftOut } from './nodes-panel.tsx'
import { SpamPanel } from './spam-panel.tsx'
import { AlertSettings } from '../../features/spam-statistics/index.ts'
import styles from './settings.module.css'
import { deployment } from '../../client/deployment-config.ts'
import { shownUrl, siteFile } from '../../format/site.ts'
import { explorerHref, refuseTemplate } from '../../format/explorer.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { useObservable } from '../../use-observable.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { Button, IconButton } from '../../ui/inputs/button.tsx'
import { FileButton } from '../../ui/inputs/file-button.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { saveText } from '../../list/save-file.ts'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

function DataPanel() {
  const [error, setError] = useState<string>()
  const unread = useObservable(leftOut)

  const save = () => saveText('lyra-preferences.json', 'application/json', [preferences.export()])
  const undoable = (done: string, change: () => void) => {
    const before = preferences.export()
    change()
    toast(done, { label: 'Undo', onClick: () => preferences.import(before) })
  }
  const take = async (file: File) => {
    setError(undefined)
    try {
      const text = await file.text()
      undoable('Preferences imported.', () => preferences.import(text))
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : String(refused))
    }
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
        <FileButton label="File with preferences" accept="application/json,.json" onFiles={([file]) => void take(file)}>
          Import
        </FileButton>
        <Button icon="trash" onClick={() => undoable('Preferences reset.', () => preferences.reset())}>
          Reset
        </Button>
      </div>
      <LeftOut of="your preferences" names={unread} />
      {error !== undefined && <Notice state="limit">{error}</Notice>}
    </Panel>
  )
}

const refuseName = (text: string): string | undefined => (text.trim() === '' ? 'Enter a name.' : undefined)

function ViewsPanel() {
  const views = usePreference('views')
  return (
    <Panel title="Saved views" count={views.length}>
      <p className={styles.about}>Named links to pages of this dashboard. Search finds them too.</p>
      {views.length === 0 ? (
        <p className="muted">No saved views. Press s on any page to save what it shows.</p>
      ) : (
        <ul className={styles.saved}>
          {views.map((view) => {
            const { name, href } = view
            const forget = () => {
              forgetView(href)
              toast(`${name} removed.`, { label: 'Undo', onClick: () => saveView(view) })
            }
            return (
              <li key={href} className={styles.view}>
                <DraftField
                  label={`Name of the view ${href}`}
                  value={name}
                  refuse={refuseName}
                  onSave={(text) => renameView(href, text)}
                />
                <Anchor className={styles.viewHref} href={href} aria-label={`Open ${name}`} title={href}>
                  {href}
                </Anchor>
                <IconButton icon="trash" label={`Remove ${name}`} onClick={forget} />
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}

const example = 'https://explorer.example/{kinds}/{id}'

/** The address template of an outside explorer; text that cannot be one stays in the field and changes nothing. */
function ExplorerPanel() {
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
      <p className="quiet">
        {sample === undefined
          ? 'Not set: no page links to an explorer.'
          : `Epoch 7 is at ${sample}${shown === '' ? ', set by this deployment' : ''}.`}
      </p>
    </Panel>
  )
}

type DecimalsOf = 'decimals' | 'positionDecimals'

const decimalsIn = (name: DecimalsOf, current: Readonly<Record<string, number>>) => ({
  items: Object.entries(current).map(([id, value]) => ({ id, value: String(value) })),
  inputMode: 'numeric' as const,
  refuse: refuseDecimals,
  onSave: (id: string, text: string) => preferences.set({ [name]: { ...current, [id]: Number(text) } }),
  onRemove: (id: string) => {
    const { [id]: _, ...others } = current
    preferences.set({ [name]: others })
  },
})

const refuseDecimals = (text: string): string | undefined =>
  /^-?\d{1,2}$/.test(text.trim()) && Math.abs(Number(text)) <= maxDecimals
    ? undefined
    : `A whole number from -${maxDecimals} to ${maxDecimals}.`

const partyHref = (id: string): string => linkTo('/parties/$partyId', { partyId: id })

export function SettingsPage() {
  const nicknames = usePreference('nicknames')
  const watched = usePreference('watched')
  const decimals = usePreference('decimals')
  const positionDecimals = usePreference('positionDecimals')
  // A page that shows raw numbers leads here with the id whose decimals are missing.
  const [asked] = useState(() => parseSearch(shownUrl().search)['decimals'])
  return (
    <>
      <PageHead title="Settings" sub="Stored in this browser, shared by all its tabs" />
      <NodesPanel />
      <div className={styles.columns}>
        <div className="column">
          <DisplayPanel />
        </div>
        <div className="column">
          <Panel title="Alerts">
            <AlertSettings />
          </Panel>
        </div>
      </div>
      <details className={styles.advanced} open={asked !== undefined}>
        <summary>Advanced</summary>
        <div className={styles.columns}>
          <div className="column">
            <SpamPanel />
            <ExplorerPanel />
            <ViewsPanel />
            <DataPanel />
          </div>
          <div className="column">
            <SavedIdsPanel
              title="Nicknames"
              about="Shown beside ids, never instead of them"
              items={Object.entries(nicknames).map(([id, value]) => ({ id, value }))}
              kind="party"
              href={partyHref}
              valueLabel="Name"
              refuse={refuseName}
              onSave={setNickname}
              onRemove={(id) => setNickname(id, '')}
              empty="No nicknames yet."
            >
              <NamesFile />
            </SavedIdsPanel>
            <SavedIdsPanel
              title="Watched parties"
              about="Shown in the sidebar and in the watch room"
              items={watched.map((id) => ({ id }))}
              kind="party"
              href={partyHref}
              onSave={(id) => setWatched(id, true)}
              onRemove={(id) => setWatched(id, false)}
              empty="No watched parties yet."
            />
            <SavedIdsPanel
              title="Decimals"
              {...(asked && { start: asked })}
              about="Used when the node does not report decimals"
              {...decimalsIn('decimals', decimals)}
              kind="asset"
              valueLabel="Decimals"
              empty="None are set. Amounts without known decimals are shown raw."
            />
            <SavedIdsPanel
              title="Size decimals"
              about="Overrides the node’s size decimals on charts"
              {...decimalsIn('positionDecimals', positionDecimals)}
              kind="market"
              valueLabel="Size decimals"
              empty="None are set. Sizes without known decimals are shown raw."
            />
          </div>
        </div>
      </details>
      <p className="muted">
        Lyra is free software. <a href={siteFile('LICENSES.txt')}>Licences of Lyra and its dependencies</a>
      </p>
    </>
  )
}
