import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from '../../router/use-location.ts'
import { remember } from '../../preferences/set-preferences.ts'
import { type Recent, preferences } from '../../preferences/preferences.ts'
import { riskWords } from '../../../wire/spam/risk-state.ts'
import { useCurrentTabState, useCurrentTabTitle } from '../../ui/feedback/tab-state.ts'
import { announce } from '../announce.tsx'
import { documentTitle, useTitleNames, showInTab } from '../title.ts'
import { useRouteEntities } from './route-entities.ts'

/** Focuses the heading of a new page, unless the page has set the focus itself. */
function focusHeading(): void {
  const main = document.querySelector('main')
  const focused = document.activeElement
  if (!main || (focused !== main && main.contains(focused))) return
  const heading = main.querySelector<HTMLElement>('h1') ?? main
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Puts an item first among the recent ones; one seen before keeps its label. */
function see(kind: Recent['kind'], id: string | undefined): void {
  if (id === undefined) return
  const recent = preferences.get().recent.find((item) => item.kind === kind && item.id === id)
  remember(recent ?? { kind, id })
}

/** Updates title, icon, focus and recent items when the page changes. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const subject = useRouteEntities()
  const names = useTitleNames()
  const state = useCurrentTabState()
  const tabTitle = useCurrentTabTitle()
  const name = tabTitle === undefined ? documentTitle(pathname, subject, names) : `${tabTitle.now} \u00b7 Lyra`
  // The state comes first: a narrow tab shows little of its title.
  const title = state === undefined ? name : `${riskWords[state]} · ${name}`

  useLayoutEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => showInTab(state), [state])

  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return
        focusHeading()
        announce(document.title)
      }),
    [router],
  )

  const { party, market, candle } = subject
  useEffect(() => {
    if (candle === undefined) see('market', market)
    see('candle', candle)
    see('party', party)
  }, [party, market, candle])
}
