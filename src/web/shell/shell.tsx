import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { nodeState } from '../api/status/node-status.ts'
import { Anchor } from '../ui/inputs/anchor.tsx'
import { hurry, later } from '../ui/feedback/later.tsx'
import { useObservable } from '../use-observable.ts'
import { Announcer } from './announce.tsx'
import { Banner } from './frame/banner.tsx'
import { BrandMark } from './frame/brand.tsx'
import type { Overlay } from './commands.ts'
import { FindButton } from './palette/find-button.tsx'
import { Navigation } from './navigation/navigation.tsx'
import { PrintFoot } from './frame/print-foot.tsx'
import { Tabs, TopBar } from './frame/small-frame.tsx'
import { startTypeAhead } from './keyboard/type-ahead.ts'
import { useArrival } from './navigation/use-page-change.ts'
import styles from './shell.module.css'

/** The status line keeps its height while the rest of the controls is on its way. */
const Controls = later(
  async () => (await import('./frame/mobile-shell.tsx')).Controls,
  <div className={styles.status} />,
)

/** The frame around every page. */
export function Shell() {
  const [overlay, setOverlay] = useState<Overlay>()
  useArrival()
  const base = useObservable(nodeState, ({ base }) => base)
  const open = (overlay: Overlay) => {
    hurry()
    startTypeAhead()
    setOverlay(overlay)
  }
  // A dialog says that it has closed a moment after it did: by then a key may have opened another one.
  const close = (closed: Overlay) => setOverlay((now) => (now === closed ? undefined : now))
  return (
    <div className={styles.app}>
      {/* Before the frame: behind it, its hidden pixel would make every page higher than the window. */}
      <Announcer />
      <div className={styles.frame}>
        <a
          href="#main"
          className={styles.skip}
          onClick={(event) => {
            event.preventDefault()
            document.getElementById('main')?.focus()
          }}
        >
          Skip to the page
        </a>
        <nav className={styles.side} aria-label="Main">
          <Anchor href="/" className={styles.brand}>
            <BrandMark />
            <b>Lyra</b>
          </Anchor>
          <FindButton
            onFind={() => open('palette')}
            onNear={() => void import('./palette/palette.tsx').catch(() => undefined)}
          />
          <Navigation />
        </nav>
        <TopBar onFind={() => open('palette')} onMenu={() => open('menu')} />
        <main className={styles.main} id="main" tabIndex={-1}>
          <Banner />
          {/* Another node is another world: what pages keep to themselves (samples, selections) ends with it. */}
          <Outlet key={base} />
          <PrintFoot />
        </main>
        <Controls overlay={overlay} onOpen={open} onClose={close} />
        <Tabs />
      </div>
    </div>
  )
}
