import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { marketsQuery } from '../entities/labels.ts'
import { isId, shortId } from '../format/id.ts'
import { usePartyNames } from '../preferences/party-names.ts'
import { navigationItemOf } from './navigation/navigation-items.ts'
import { type RouteEntities, useRouteEntities } from './navigation/route-entities.ts'
import { shownUrl, siteFile } from '../format/site.ts'
import { useCurrentTabTitle, useCurrentTabState } from '../ui/feedback/tab-state.ts'
import { type RiskState, riskWords } from '../../wire/spam/risk-state.ts'
import { useLocation } from '../router/use-location.ts'
import { remember } from '../preferences/set-preferences.ts'
import { type Recent, preferences } from '../preferences/preferences.ts'
import { announce } from './announce.tsx'

/** Names of parties and of the markets that some page has loaded, by id. Sends no request. */
export function useTitleNames(): Readonly<Record<string, string>> {
  const parties = usePartyNames()
  const { data: markets } = useQuery({ ...marketsQuery(), enabled: false })
  return {
    ...Object.fromEntries([...(markets?.values() ?? [])].map(({ id, code, name }) => [id, code || name])),
    ...parties,
  }
}

/** Page and subject by name; an id without a name is left out. */
export function documentTitle(
  pathname: string,
  subject: RouteEntities,
  names: Readonly<Record<string, string>>,
): string {
  const item = navigationItemOf(pathname)
  if (!item) return 'Page not found · Lyra'
  if (pathname === '/') return 'Lyra'
  if (pathname === '/watch') return 'Watch room \u00b7 Lyra'
  const { party, market, asset, team, epoch, block } = subject
  const id = party ?? market ?? asset ?? team ?? epoch ?? block
  const unnamed = id === undefined || (isId(id) && id.length === 64) ? undefined : shortId(id)
  const name = names[id ?? ''] ?? unnamed
  return [name === undefined ? item.name : `${item.name}, ${name}`, 'Lyra'].join(' · ')
}

const marks: Partial<Record<RiskState, string>> = {
  watch: '<circle cx="23" cy="23" r="6" fill="none" stroke-width="4"/>',
  near: '<path d="M23 14l9 16H14z" stroke="none"/>',
  limit: '<path d="M15 15h16v16H15z" stroke="none"/>',
  banned: '<circle cx="23" cy="23" r="7" fill="none" stroke-width="4"/><path d="M18 18l10 10" stroke-width="4"/>',
  confirming: '<circle cx="23" cy="23" r="7" fill="none" stroke-width="4" stroke-dasharray="5 3"/>',
  stale: '<path d="M17 23h12" stroke-width="5"/>',
}

const star =
  '<rect width="32" height="32" rx="7" fill="#11161b"/><g stroke="#a9c8ff" stroke-width="1.6" fill="none" opacity=".6"><path d="M8.5 7 17.6 8.2 12.4 13.2ZM12.4 13.2 15.5 26 24 24.3 20.9 11.6Z"/></g><g fill="#a9c8ff"><circle cx="8.5" cy="7" r="3.4"/><circle cx="17.6" cy="8.2" r="1.8"/><circle cx="12.4" cy="13.2" r="1.9"/><circle cx="20.9" cy="11.6" r="1.7"/><circle cx="15.5" cy="26" r="2.1"/></g>'

const plain = siteFile('favicon.svg')

/** The icon's URL: the plain star, or one with the mark of a state. */
export function faviconOf(state: RiskState | undefined, fillOf: (state: RiskState) => string): string {
  const mark = state && marks[state]
  if (!mark) return plain
  const colour = fillOf(state)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${star}<circle cx="23" cy="23" r="11" fill="#11161b"/><g fill="${colour}" stroke="${colour}">${mark}</g></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const fillToken = (state: RiskState): string =>
  getComputedStyle(document.documentElement)
    .getPropertyValue(`--fill-${state === 'confirming' ? 'banned' : state}`)
    .trim() || '#e9eef2'

export function showInTab(state: RiskState | undefined): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const href = faviconOf(state, fillToken)
  if (link && link.getAttribute('href') !== href) link.href = href
}

/** What the page is called. Not the title of its tab: its price and its state are those of this moment. */
export function useStaticTitle(): string {
  const { pathname } = shownUrl()
  const [subject, names] = [useRouteEntities(), useTitleNames()]
  return useCurrentTabTitle()?.staticTitle ?? documentTitle(pathname, subject, names).replace(/ · Lyra$/, '')
}

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
