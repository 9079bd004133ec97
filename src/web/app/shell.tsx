import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useState, type FormEvent } from 'react'
import { isNowhere } from '../client/node-fetch.ts'
import { nodeState } from '../client/node-status.ts'
import { usePublishedNames } from '../entities/party/node-parties.ts'
import { DemoChip, StatusLine } from './frame/status-line.tsx'
import { priceAlerts } from '../features/candles/lines/price-alerts.ts'
import { DueWatcher } from '../features/spam-statistics/watcher/due-watcher.tsx'
import { useIsLeading } from '../features/spam-statistics/watcher/watched.ts'
import { shownUrl } from '../format/site.ts'
import { isZone } from '../format/zone.ts'
import { addressZone, usePreference, useZone } from '../preferences/use-preferences.ts'
import { Anchor } from '../ui/inputs/anchor.tsx'
import { Toaster, toast } from '../ui/overlays/toast.tsx'
import { useLocation } from '../router/use-location.ts'
import { useObservable } from '../use-observable.ts'
import { Announcer } from './announce.tsx'
import { Embed } from './frame/embed.tsx'
import { Banner } from './frame/banner.tsx'
import { BrandMark, Tabs, TopBar, MobileMenu, TimeRangeSlot } from './frame/top-bar.tsx'
import { findRequests, type Overlay, useCommands, useKeyboard, useShortcuts } from './commands.ts'
import { KeySheet, CloseCap } from './keyboard/key-sheet.tsx'
import { FindButton, Palette } from './palette/palette.tsx'
import { Navigation } from './navigation/navigation.tsx'
import { useFocusOnNavigation, useStaticTitle } from './title.ts'
import styles from './shell.module.css'
import { saveView } from '../preferences/set-preferences.ts'
import { Button } from '../ui/inputs/button.tsx'
import { TextField } from '../ui/inputs/field.tsx'
import { classNames } from '../ui/class-names.ts'
import frame from './dialog.module.css'
import { Dialog, firstSelected } from './dialog.tsx'
import saveStyles from './save-view.module.css'
import { formatInstant, fromMilliseconds } from '../format/time.ts'
import { usePrinting } from '../ui/use-printing.ts'

/** Address and time on paper: on every sheet where the browser has margin boxes, else at the end. */
function PrintFoot() {
  const zone = useZone()
  const printedAt = usePrinting()
  const words =
    printedAt === undefined
      ? undefined
      : `${location.href} · printed ${formatInstant(fromMilliseconds(printedAt), zone === 'raw' ? 'UTC' : zone)}`
  useLayoutEffect(() => {
    if (words === undefined) return undefined
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      `@page { margin-bottom: 14mm; @bottom-center { width: 100%; font: 7pt sans-serif; content: ${JSON.stringify(words)} } }`,
    )
    document.adoptedStyleSheets.push(sheet)
    return () => void document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(sheet), 1)
  }, [words])
  return words !== undefined && <p className={styles.foot}>{words}</p>
}

/** Names the address in view. It is kept in this browser; a range that moves with the clock keeps moving. */
function SaveView({ onClose }: { onClose: () => void }) {
  const { pathname, search } = shownUrl()
  const href = `${pathname}${search}`
  const views = usePreference('views')
  const staticTitle = useStaticTitle()
  const saved = views.find((view) => view.href === href)
  const [name, setName] = useState(() => saved?.name ?? staticTitle)
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
    <Dialog label="Save this view" className={classNames(frame.dialog, saveStyles.save)} onClose={onClose}>
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
        <p className={saveStyles.address}>{href}</p>
        <div className={saveStyles.actions}>
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

/** On a wall screen the page is shown alone and larger; decided by the address, before its code has loaded. */
function useKiosk(): boolean {
  const isWall = useLocation().pathname === '/watch'
  useLayoutEffect(() => {
    const root = document.documentElement
    if (isWall) root.dataset['kiosk'] = ''
    else delete root.dataset['kiosk']
  }, [isWall])
  return isWall
}

/** A zone in the address is that of the whole page, also where a page does not read it itself. */
function useAddressZone(): void {
  const { zone } = useLocation().search
  useLayoutEffect(() => {
    addressZone.set(zone !== undefined && isZone(zone) ? zone : undefined)
  }, [zone])
}

/** How long pages may hold back what would move, in milliseconds: longer than the watch room waits for its rows. */
const arrivingMs = 8000

/**
 * Marks the first seconds at an address, in which parts of a page come one after the other (`InOrder`). A click or a key
 * ends them: nothing that can be used vanishes because something above it is requested again.
 */
function useArriving(): void {
  const { pathname, search } = useLocation()
  useLayoutEffect(() => {
    const root = document.documentElement
    const end = (): void => {
      delete root.dataset['arriving']
    }
    root.dataset['arriving'] = ''
    const timer = setTimeout(end, arrivingMs)
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, end, true)
    return () => {
      clearTimeout(timer)
      for (const type of ['pointerdown', 'keydown']) document.removeEventListener(type, end, true)
    }
  }, [pathname, search])
}

const PriceWatcher = lazy(async () => ({ default: (await import('./price-watcher.tsx')).PriceWatcher }))

const nodeless = new Set(['/settings', '/help'])
const StartPage = lazy(async () => ({ default: (await import('../pages/settings/nodes-panel.tsx')).StartPage }))
const SlaWatcher = lazy(async () => ({ default: (await import('./sla-watcher.tsx')).SlaWatcher }))

/** Loaded once a key is pressed: it is for those who move by keyboard. Without it nothing else is missing. */
const loadFocusKeeper = (): void =>
  void import('./keyboard/keep-focus.ts').then(
    ({ keepFocus }) => keepFocus(),
    () => undefined,
  )

export function Shell() {
  const [overlay, setOverlay] = useState<{ name: Overlay; opening: number; text: string }>()
  useFocusOnNavigation()
  const isWall = useKiosk()
  useArriving()
  useAddressZone()
  usePublishedNames()
  const isLeading = useIsLeading()
  const watchesSla = usePreference('spam').notify.includes('sla') && isLeading
  const base = useObservable(nodeState, ({ base }) => base)
  const network = useObservable(nodeState, ({ network }) => network)
  const watchesPrices = useObservable(priceAlerts, (all) => Object.keys(all).length > 0)
  const nowhere = isNowhere(base)
  const { pathname } = useLocation()
  const open = (name: Overlay, text = '') => setOverlay((now) => ({ name, opening: (now?.opening ?? 0) + 1, text }))
  // The close event of a dialog is asynchronous: by then a shortcut may have opened another one, or the same again.
  const { name, opening, text } = overlay ?? {}
  const close = () => setOverlay((now) => (now?.opening === opening ? undefined : now))
  const commands = useCommands()
  const shortcuts = useShortcuts(commands, open)
  useKeyboard(shortcuts, (text) => open('palette', text))
  const find = useEffectEvent(() => open('palette'))
  useEffect(() => findRequests.subscribe(() => find()), [])
  useEffect(() => document.addEventListener('keydown', loadFocusKeeper, { once: true }), [])
  return (
    <div className={styles.app}>
      {!nowhere && <DueWatcher key={`watcher ${network}`} />}
      {watchesSla && !nowhere && (
        <Suspense>
          <SlaWatcher key={`sla ${network}`} />
        </Suspense>
      )}
      {watchesPrices && !nowhere && (
        <Suspense>
          <PriceWatcher key={`prices ${network}`} node={base} />
        </Suspense>
      )}
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
        <nav className={styles.side} aria-label="Main" data-side>
          <Anchor href="/" className={styles.brand}>
            <BrandMark />
            <b>Lyra</b>
          </Anchor>
          <FindButton onFind={() => open('palette')} />
          <TimeRangeSlot className={styles.time} />
          <Navigation />
        </nav>
        <TopBar onFind={() => open('palette')} onMenu={() => open('menu')} />
        <main className={styles.main} id="main" tabIndex={-1}>
          {/* The watch room alone has no top bar, which says it on narrow windows. */}
          {isWall && (
            <div className={styles.wallChip}>
              <DemoChip />
            </div>
          )}
          <Embed />
          <Banner hasStatusLine={!isWall} />
          {/* Another node or chain is another world: what pages keep to themselves (samples, selections) ends with it. */}
          {nowhere && !nodeless.has(pathname) ? (
            <Suspense>
              <StartPage />
            </Suspense>
          ) : (
            <Outlet key={network} />
          )}
          <PrintFoot />
        </main>
        <div className={styles.status}>
          <StatusLine commands={commands} onOpen={open} />
        </div>
        {name === 'palette' && <Palette key={opening} text={text} commands={commands} onOpen={open} onClose={close} />}
        {name === 'save' && <SaveView key={opening} onClose={close} />}
        {name === 'keys' && <KeySheet key={opening} shortcuts={shortcuts} onClose={close} />}
        {name === 'menu' && <MobileMenu key={opening} commands={commands} onOpen={open} onClose={close} />}
        <Toaster />
        <Tabs />
      </div>
    </div>
  )
}
