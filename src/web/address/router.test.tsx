// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Arrival, onArrival } from './arrival.ts'
import { go, goSearch } from './history.ts'
import { Outlet } from './outlet.tsx'
import { page } from './page.ts'
import { type PageFailure, Router, type Routes } from './router.tsx'
import { useParams, useSearch } from './use-address.ts'

const readTeam = (search: Readonly<Record<string, string>>) => ({ team: search['teamId'] ?? 'every team' })

function Party() {
  const { partyId } = useParams()
  const { team } = useSearch(readTeam)
  return (
    <h1>
      Party {partyId} in {team}
    </h1>
  )
}

const Failure = ({ error, reset }: PageFailure) => (
  <>
    <h1>Stopped: {String(error)}</h1>
    <button type="button" onClick={reset}>
      Try again
    </button>
  </>
)

const never = (): Promise<ComponentType> => new Promise(() => undefined)
let broken = 0
async function settings(): Promise<ComponentType> {
  if (broken-- > 0) throw new Error('no such file')
  return () => <h1>Settings</h1>
}

const readAll = (search: Readonly<Record<string, string>>) => search

/** Each button adds to what the page was drawn with. */
function Filters() {
  const search = useSearch(readAll)
  return ['market', 'mode'].map((name) => (
    <button key={name} type="button" onClick={() => goSearch({ ...search, [name]: '1' })}>
      {name}
    </button>
  ))
}

const routesOf = (): Routes => ({
  routes: [
    { path: '/', page: page(async () => () => <h1>Home</h1>) },
    { path: '/parties/$partyId', page: page(async () => Party) },
    { path: '/settings', page: page(settings) },
    { path: '/slow', page: page(never) },
    { path: '/filters', page: page(async () => Filters) },
    {
      path: '/choice',
      page: (() => {
        const [one, other] = ['One', 'Other'].map((name) => page(async () => () => <h1>{name}</h1>)) as [never, never]
        return (search) => (search['other'] === undefined ? one : other)
      })(),
    },
  ],
  missing: page(async () => () => <h1>No such page</h1>),
  waiting: <p>Waiting</p>,
  failure: Failure,
})

const arrivals: Arrival[] = []
let stop: () => void

async function open(path: string): Promise<void> {
  history.replaceState(null, '', path)
  const given = routesOf()
  await act(async () => {
    render(
      <Router given={given}>
        <Outlet />
      </Router>,
    )
  })
}
const move = (what: () => void): Promise<void> => act(async () => what())
const heading = (): string => screen.getByRole('heading').textContent

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn<() => void>())
  arrivals.length = 0
  stop = onArrival((arrival) => arrivals.push(arrival))
})
afterEach(() => {
  stop()
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('an address gives its page what stands in it', async () => {
  await open('/parties/a%20b?teamId=12e5')
  expect(heading()).toBe('Party a b in 12e5')
})

test('a changed search keeps the page, an address without a page says so', async () => {
  await open('/parties/aa')
  const before = screen.getByRole('heading')
  await move(() => goSearch({ teamId: '7' }))
  expect(heading()).toBe('Party aa in 7')
  expect(screen.getByRole('heading')).toBe(before)
  await move(() => go('/nowhere'))
  expect(heading()).toBe('No such page')
})

test('a filter is not lost when the next one follows at once', async () => {
  await open('/filters')
  // As in a browser: between two clicks nothing runs but what the first one left to do at once.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  screen.getByRole('button', { name: 'market' }).click()
  await Promise.resolve()
  screen.getByRole('button', { name: 'mode' }).click()
  expect(location.search).toBe('?market=1&mode=1')
})

test('an address may choose its page by what it asks for', async () => {
  await open('/choice')
  expect(heading()).toBe('One')
  await move(() => goSearch({ other: '1' }))
  expect(heading()).toBe('Other')
})

/** This document's history does not go back: what a browser does then, by hand. */
const comeTo = ([state, href]: readonly [unknown, string]): Promise<void> =>
  move(() => {
    history.replaceState(state, '', href)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  })
const here = (): readonly [unknown, string] => [history.state, location.href]

test('back leads to what was shown, and to where it was scrolled to', async () => {
  await open('/')
  const home = here()
  Object.assign(document.documentElement, { scrollTop: 300 })
  await move(() => go('/parties/aa'))
  await move(() => goSearch({ teamId: '1' }, { replace: true }))
  const party = here()
  await move(() => go('/settings'))
  expect(heading()).toBe('Settings')
  await comeTo(party)
  expect(heading()).toBe('Party aa in 1')
  Object.assign(document.documentElement, { scrollTop: 0 })
  await comeTo(home)
  expect(heading()).toBe('Home')
  expect(document.documentElement.scrollTop).toBe(300)
})

test('the page before stays while the next one comes, and not longer than a second', async () => {
  await open('/')
  vi.useFakeTimers()
  await move(() => go('/slow'))
  expect(heading()).toBe('Home')
  await act(() => vi.advanceTimersByTimeAsync(999))
  expect(heading()).toBe('Home')
  await act(() => vi.advanceTimersByTimeAsync(2))
  expect(screen.getByText('Waiting')).toBeTruthy()
})

test('who has gone on meanwhile is not taken to the page that was late', async () => {
  await open('/')
  vi.useFakeTimers()
  await move(() => go('/slow'))
  await move(() => go('/settings'))
  expect(heading()).toBe('Settings')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(heading()).toBe('Settings')
})

test('a page whose code does not come says so, is tried again, and leaves the others alone', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  broken = 1
  await open('/settings')
  expect(heading()).toBe('Stopped: Error: no such file')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(heading()).toBe('Settings')
  await move(() => go('/'))
  expect(heading()).toBe('Home')
})

test('an arrival is told once, when the page stands, with where the reader came from', async () => {
  await open('/')
  expect(arrivals.map(({ entry, from }) => [from?.pathname, entry.pathname])).toEqual([[undefined, '/']])
  await move(() => go('/parties/aa'))
  await move(() => goSearch({ teamId: '1' }))
  expect(arrivals.slice(1).map(({ entry, from }) => [from?.pathname, entry.pathname])).toEqual([
    ['/', '/parties/aa'],
    ['/parties/aa', '/parties/aa'],
  ])
})

test('a new page is shown from its top, a replaced or kept one where the reader is', async () => {
  await open('/')
  const top = vi.mocked(scrollTo)
  top.mockClear()
  await move(() => goSearch({ a: '1' }, { keepScroll: true }))
  await move(() => goSearch({ a: '2' }, { replace: true }))
  expect(top).not.toHaveBeenCalled()
  await move(() => go('/settings'))
  expect(top).toHaveBeenCalledOnce()
})
