import { Outlet } from '@tanstack/react-router'
import { Suspense, lazy, useState, useSyncExternalStore } from 'react'
import { nodeState } from '../node/node-state.ts'
import { Anchor } from '../ui/anchor.tsx'
import { Toaster } from '../ui/toast.tsx'
import { Announcer } from './announce.tsx'
import { Banner } from './banner.tsx'
import { BrandMark } from './brand.tsx'
import { type Overlay, useCommands, useKeyboard, useShortcuts } from './commands.ts'
import { Dialog } from './dialog.tsx'
import { FindButton } from './find-button.tsx'
import { Navigation } from './navigation.tsx'
import { Tabs, TopBar } from './small-frame.tsx'
import { useArrival } from './use-arrival.ts'
import styles from './shell.module.css'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const StatusLine = lazy(async () => ({ default: (await import('./status-line.tsx')).StatusLine }))
const SaveView = lazy(async () => ({ default: (await import('./save-view.tsx')).SaveView }))
const MenuCommands = lazy(async () => ({ default: (await import('./menu-commands.tsx')).MenuCommands }))
const KeySheet = lazy(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }))

/** The frame around every page. */
export function Shell() {
  const [overlay, setOverlay] = useState<Overlay>()
  const commands = useCommands()
  const shortcuts = useShortcuts(commands, setOverlay)
  useKeyboard(shortcuts)
  useArrival()
  const base = useSyncExternalStore(nodeState.subscribe, () => nodeState.get().base)
  // A dialog says that it has closed a moment after it did: by then a key may have opened another one.
  const close = (closed: Overlay) => () => setOverlay((now) => (now === closed ? undefined : now))
  const find = () => setOverlay('palette')
  return (
    <div className={styles.app}>
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
          <FindButton onFind={find} onNear={() => void loadPalette()} />
          <Navigation />
        </nav>
        <TopBar onFind={find} onMenu={() => setOverlay('menu')} />
        <main className={styles.main} id="main" tabIndex={-1}>
          <Banner />
          {/* Another node is another world: what pages keep to themselves (samples, selections) ends with it. */}
          <Outlet key={base} />
        </main>
        <div className={styles.status}>
          <Suspense>
            <StatusLine commands={commands} onOpen={setOverlay} />
          </Suspense>
        </div>
        <Tabs />
      </div>
      <Suspense>
        {overlay === 'palette' && <Palette commands={commands} onOpen={setOverlay} onClose={close('palette')} />}
        {overlay === 'save' && <SaveView onClose={close('save')} />}
        {overlay === 'keys' && <KeySheet shortcuts={shortcuts} onClose={close('keys')} />}
      </Suspense>
      {overlay === 'menu' && (
        <Dialog label="Menu" className={styles.menu} onClose={close('menu')}>
          <nav className={styles.sheet} aria-label="All pages">
            <Navigation onFollow={close('menu')} />
          </nav>
          <Suspense>
            <MenuCommands commands={commands} onOpen={setOverlay} onClose={close('menu')} />
          </Suspense>
        </Dialog>
      )}
      <Announcer />
      <Toaster />
    </div>
  )
}
