import { useState } from 'react'
import { parseSearch } from '../../router/search.ts'
import { linkTo } from '../../router/link-to.ts'
import { setNickname, setWatched } from '../../preferences/lists.ts'
import { maxDecimals } from '../../../wire/scalar.ts'
import { preferences } from '../../preferences/preferences.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { PageHead } from '../../ui/display/page-head.tsx'
import { DataPanel } from './data-panel.tsx'
import { DisplayPanel } from './display-panel.tsx'
import { ExplorerPanel } from './explorer-panel.tsx'
import { KeptPanel } from './kept-panel.tsx'
import { NodesPanel } from './nodes-panel.tsx'
import { SpamPanel } from './spam-panel.tsx'
import styles from './settings.module.css'
import { refuseName, ViewsPanel } from './views-panel.tsx'

type Kept = 'decimals' | 'positionDecimals'

const decimalsIn = (name: Kept, kept: Readonly<Record<string, number>>) => ({
  items: Object.entries(kept).map(([id, value]) => ({ id, value: String(value) })),
  inputMode: 'numeric' as const,
  refuse: refuseDecimals,
  onKeep: (id: string, text: string) => preferences.set({ [name]: { ...kept, [id]: Number(text) } }),
  onForget: (id: string) => {
    const { [id]: _, ...others } = kept
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
  const [asked] = useState(() => parseSearch(location.search)['decimals'])
  return (
    <>
      <PageHead title="Settings" sub="Stored in this browser, shared by all its tabs" />
      <NodesPanel />
      <div className={styles.columns}>
        <div className={styles.column}>
          <DisplayPanel />
          <SpamPanel />
          <ExplorerPanel />
          <ViewsPanel />
        </div>
        <div className={styles.column}>
          <DataPanel />
          <KeptPanel
            title="Nicknames"
            about="Shown beside ids, never instead of them"
            items={Object.entries(nicknames).map(([id, value]) => ({ id, value }))}
            kind="party"
            href={partyHref}
            valueLabel="Name"
            refuse={refuseName}
            onKeep={setNickname}
            onForget={(id) => setNickname(id, '')}
            empty="No nicknames yet."
          />
          <KeptPanel
            title="Watched parties"
            about="Shown in the sidebar and in the watch room"
            items={watched.map((id) => ({ id }))}
            kind="party"
            href={partyHref}
            onKeep={(id) => setWatched(id, true)}
            onForget={(id) => setWatched(id, false)}
            empty="No watched parties yet."
          />
          <KeptPanel
            title="Decimals"
            {...(asked && { start: asked })}
            about="Used when the node does not report decimals"
            {...decimalsIn('decimals', decimals)}
            kind="asset"
            valueLabel="Decimals"
            empty="None are set. Amounts without known decimals are shown raw."
          />
          <KeptPanel
            title="Size decimals"
            about="Overrides the node’s size decimals on charts"
            {...decimalsIn('positionDecimals', positionDecimals)}
            kind="market"
            valueLabel="Size decimals"
            empty="None are set. Sizes without known decimals are shown raw."
          />
        </div>
      </div>
      <p className="muted">
        Lyra is free software. <a href="/LICENSES.txt">Licences of Lyra and its dependencies</a>
      </p>
    </>
  )
}
