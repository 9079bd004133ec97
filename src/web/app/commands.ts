import { createEmitter } from '../observable.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { go } from '../router/navigate.ts'
import { useLocation } from '../router/use-location.ts'
import { parseSearch } from '../router/search.ts'
import { shownUrl } from '../format/site.ts'
import { zoneName } from '../format/time.ts'
import { isArchive } from '../client/node-fetch.ts'
import { beat } from '../client/heartbeat.ts'
import { preferences } from '../preferences/preferences.ts'
import { chooseZone } from '../ui/calendar/zone-options.ts'
import { copyMoving, copyThisMoment } from '../ui/overlays/share-menu.tsx'
import { toast } from '../ui/overlays/toast.tsx'
import { announce } from './announce.tsx'
import { type Shortcut, keyboard, listenToKeys } from './keyboard/keyboard.ts'
import { useNavigationHref } from './navigation/navigation.tsx'
import { keyedItems } from './navigation/navigation-items.ts'
import { refreshAll } from './queries.ts'

/** A page asks for the palette. */
export const findRequests = createEmitter()

export type Overlay = 'palette' | 'keys' | 'menu' | 'save'

function pause(): void {
  if (isArchive(preferences.get().node)) return toast('Live is off: an archive does not change.')
  const live = !preferences.get().live
  preferences.set({ live })
  toast(live ? 'Live updates resumed.' : 'Live updates paused.')
}

function switchZone(): void {
  const shown = parseSearch(shownUrl().search)['zone']
  const zone = (shown ?? preferences.get().zone) === 'utc' ? 'local' : 'utc'
  chooseZone(zone)
  toast(`Times are shown in ${zoneName(zone)}.`)
}

export function useCommands() {
  const queries = useQueryClient()
  const refresh = (): void => {
    refreshAll(queries)
    void beat(true)
    announce('Refreshing')
  }
  return { go, refresh, pause, zone: switchZone, copyLink: copyThisMoment, copyMoving }
}

export type Commands = ReturnType<typeof useCommands>

export function useShortcuts(commands: Commands, open: (overlay: Overlay) => void): readonly Shortcut[] {
  const { pathname } = useLocation()
  const href = useNavigationHref()
  return [
    { keys: 'mod+k', label: 'Find or go to', group: 'Anywhere', always: true, run: () => open('palette') },
    { keys: '/', label: 'Search', group: 'Anywhere', run: () => focusSearch() || open('palette') },
    { keys: '?', label: 'Keyboard shortcuts', group: 'Anywhere', run: () => open('keys') },
    { keys: 'r', label: 'Refresh', group: 'Anywhere', run: commands.refresh },
    { keys: 'p', label: 'Pause or resume live updates', group: 'Anywhere', run: commands.pause },
    { keys: 'z', label: 'Switch times between UTC and local', group: 'Anywhere', run: commands.zone },
    { keys: 'y', label: 'Copy a link to this view', group: 'Anywhere', run: commands.copyLink },
    { keys: 's', label: 'Save this view under a name', group: 'Anywhere', run: () => open('save') },
    ...keyedItems.map((item): Shortcut => ({
      keys: `g ${item.key}`,
      label: item.name,
      group: 'Go to',
      run: () => {
        const to = href(item)
        if (to !== pathname) commands.go(to)
      },
    })),
  ]
}

/** Focuses the first search field of the page; false when it has none. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main search input')
  field?.focus()
  return field !== null
}

/** Listens to the shortcuts; `onText` gets what was typed for the palette before it could open. */
export function useKeyboard(shortcuts: readonly Shortcut[], onText: (text: string) => void): void {
  const current = useEffectEvent(() => shortcuts)
  const typed = useEffectEvent(onText)
  useEffect(() => {
    let stop: (() => void) | undefined
    // What the keys kept so far open is rendered before the next key comes, which must not be taken for a shortcut.
    const timer = setTimeout(() =>
      flushSync(() => {
        stop = listenToKeys(
          // In a frame of another page no key leaves the page.
          keyboard(() => ('embed' in document.documentElement.dataset ? [] : current())),
          (text) => typed(text),
        )
      }),
    )
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [])
}
