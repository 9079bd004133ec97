// @vitest-environment happy-dom
import { type ErrorComponentProps, type RouteComponent, useRouter } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyPage } from './router-options.ts'
import { changeSearch, go, goSearch } from './navigate.ts'
import { useParams, useSearch } from './use-location.ts'
import type { Search } from './search.ts'
import { testRouter } from '../../../tests/web/render-routes.tsx'

const readTeam = (search: Search) => ({ team: search['teamId'] ?? 'every team' })

function Party() {
  const { partyId } = useParams()
  const { team } = useSearch(readTeam)
  return (
    <h1>
      Party {partyId} in {team}
    </h1>
  )
}

function Failure({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <>
      <h1>Stopped: {String(error)}</h1>
      <button type="button" onClick={() => void router.invalidate()}>
        Try again
      </button>
    </>
  )
}

const never = (): Promise<ComponentType> => new Promise(() => undefined)
let failures = 0
async function settings(): Promise<ComponentType> {
  if (failures-- > 0) throw new Error('no such file')
  return () => <h1>Settings</h1>
}

const readAll = (search: Search) => search

/** Buttons that add a member to the search, and one that turns another round. */
function Filters() {
  const { sort } = useSearch(readAll)
  const buttons = ['market', 'mode'].map((name) => (
    <button key={name} type="button" onClick={() => changeSearch(readAll, { [name]: '1' })}>
      {name}
    </button>
  ))
  return (
    <>
      {buttons}
      <button type="button" onClick={() => changeSearch(readAll, { sort: sort === 'up' ? 'down' : 'up' })}>
        sorted {sort ?? 'as received'}
      </button>
    </>
  )
}

const at = (load: () => Promise<ComponentType>) => lazyPage(load) as RouteComponent
const pages = {
  '/': at(async () => () => <h1>Home</h1>),
  '/parties/$partyId': at(async () => Party),
  '/slow': at(never),
  '/filters': at(async () => Filters),
}

let stop = (): void => undefined
const arrivals: [string | undefined, string][] = []

async function open(path: string): Promise<void> {
  history.replaceState(null, '', path)
  const tested = testRouter({
    notFound: () => <h1>No such page</h1>,
    error: Failure,
    pages: { ...pages, '/settings': at(settings) },
  })
  const stopArrivals = tested.router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    arrivals.push([fromLocation?.pathname, toLocation.pathname])
  })
  stop = () => {
    stopArrivals()
    tested.stop()
  }
  await act(async () => {
    render(tested.element)
  })
}
const move = (what: () => void): Promise<void> => act(async () => what())
const heading = (): string => screen.getByRole('heading').textContent

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn<() => void>())
  arrivals.length = 0
})
afterEach(() => {
  // A press: nothing waits for a frame of the next test.
  dispatchEvent(new KeyboardEvent('keydown'))
  stop()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a page gets the params and the search of its address', async () => {
  await open('/parties/a%20b?teamId=12e5')
  expect(heading()).toBe('Party a b in 12e5')
})

test.each(['100%', 'a%2Fb', '%E0%A4%A', 'a%3Fb%23c', '100%25'])(
  'the id %s in a path reaches its page decoded once',
  async (id) => {
    await open(`/parties/${id}`)
    const decoded = { '100%': '100%', 'a%2Fb': 'a/b', '%E0%A4%A': '%E0%A4%A', 'a%3Fb%23c': 'a?b#c', '100%25': '100%' }[
      id
    ]
    expect(heading()).toBe(`Party ${decoded} in every team`)
    expect(location.pathname).toBe(`/parties/${id}`)
  },
)

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
  // As in a browser: between two clicks only microtasks of the first one run.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  screen.getByRole('button', { name: 'market' }).click()
  await Promise.resolve()
  screen.getByRole('button', { name: 'mode' }).click()
  expect(location.search).toBe('?market=1&mode=1')
})

/** Holds the frames of this page back until the result is called, which draws those that wait. */
function holdFrames(): () => Promise<void> {
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw))
  return () =>
    act(async () => {
      for (const draw of frames.splice(0)) draw(performance.now())
      await new Promise((done) => setTimeout(done))
    })
}

const team = (teamId: string): Promise<void> => move(() => changeSearch(readAll, { teamId }))

test('a changed filter is in the address at once, and the page is drawn after the frame of its control', async () => {
  await open('/parties/aa')
  const draw = holdFrames()
  await team('7')
  expect(location.search).toBe('?teamId=7')
  expect(heading()).toBe('Party aa in every team')
  await draw()
  expect(heading()).toBe('Party aa in 7')
})

test('of two changes within a frame the page gets the second alone, and none once it was left', async () => {
  await open('/parties/aa')
  const draw = holdFrames()
  await team('7')
  await team('8')
  await draw()
  expect(heading()).toBe('Party aa in 8')
  await team('9')
  await move(() => go('/settings'))
  await draw()
  expect(heading()).toBe('Settings')
  expect(arrivals.map(([, path]) => path)).toEqual(['/parties/aa', '/parties/aa', '/settings'])
})

test('a second press within a frame finds the page that follows from the first: a sort is not set twice to the same', async () => {
  await open('/filters')
  const draw = holdFrames()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const toggle = screen.getByRole('button', { name: 'sorted as received' })
  toggle.click()
  expect([location.search, toggle.textContent]).toEqual(['?sort=up', 'sorted as received'])
  // As a browser does it: what a listener has begun in microtasks is done before the next listener is called.
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
  await vi.waitFor(() => expect(toggle.textContent).toBe('sorted up'))
  toggle.click()
  expect(location.search).toBe('?sort=down')
  await draw()
  expect(toggle.textContent).toBe('sorted down')
})

test('a hidden tab, which draws no frames, follows its address at once', async () => {
  await open('/parties/aa')
  holdFrames()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await team('7')
  expect(heading()).toBe('Party aa in 7')
})

/** This document's history does not go back: does what a browser does then. */
const comeTo = ([state, href]: readonly [unknown, string]): Promise<void> =>
  move(() => {
    History.prototype.replaceState.call(history, state, '', href)
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

test('the previous page stays while the next one loads, for at most a second', async () => {
  await open('/')
  vi.useFakeTimers()
  await move(() => go('/slow'))
  expect(heading()).toBe('Home')
  await act(() => vi.advanceTimersByTimeAsync(999))
  expect(heading()).toBe('Home')
  await act(() => vi.advanceTimersByTimeAsync(2))
  expect(screen.getByText('Waiting')).toBeTruthy()
})

test('a late page does not replace the one that was opened meanwhile', async () => {
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
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  failures = 1
  await open('/settings')
  expect(heading()).toBe('Stopped: Error: no such file')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(heading()).toBe('Settings')
  await move(() => go('/'))
  expect(heading()).toBe('Home')
})

test('each rendered page is reported once, with the address before it', async () => {
  await open('/')
  expect(arrivals).toEqual([[undefined, '/']])
  await move(() => go('/parties/aa'))
  await move(() => goSearch({ teamId: '1' }))
  expect(arrivals.slice(1)).toEqual([
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

test('a change takes undefined members out of the search and keeps the others', async () => {
  await open('/filters?market=1&mode=2')
  await move(() => changeSearch(readAll, { market: undefined, row: 'a' }))
  expect(location.search).toBe('?mode=2&row=a')
})
