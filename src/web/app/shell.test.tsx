// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testRouter } from '../../../tests/web/render-routes.tsx'
import { recordResponse, recordNoResponse, nodeState } from '../client/node-status.ts'
import { rateLimiterOf } from '../client/node-rate-limiter.ts'
import { preferences } from '../preferences/preferences.ts'
import { NotFound, PageError } from './page-error.tsx'
import { createQueries } from './queries.ts'
import { Shell } from './shell.tsx'

// Parts that load on demand are transformed on demand too, which takes a while on a busy machine.
const bot = 'c6a278'.padEnd(58, '0') + 'f4443b'
let round = 0
let stopRouter = (): void => undefined

/** The frame around pages that are a heading and a field, and one page that breaks. */
async function open(path = '/'): Promise<void> {
  history.replaceState({}, '', path)
  const named = (name: string) => () => (
    <>
      <h1>{name}</h1>
      <input aria-label="filter" />
    </>
  )
  const broken = (): never => {
    throw new Error('the page broke')
  }
  const { element, stop } = testRouter({
    root: Shell,
    notFound: NotFound,
    error: PageError,
    pages: {
      '/': named('Home'),
      '/settings': named('Settings'),
      '/margin-modes': named('Modes'),
      '/parties/$partyId': named('One party'),
      '/spam/$partyId': named('Limits'),
      '/ledger-export': broken,
    },
  })
  stopRouter = stop
  await act(async () => {
    render(<QueryClientProvider client={createQueries()}>{element}</QueryClientProvider>)
  })
  await screen.findByRole('contentinfo', { name: 'Connection' })
}

const press = (key: string, init: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init })
const main = (): HTMLElement => screen.getByRole('main')

beforeEach(() => {
  preferences.reset()
  preferences.set({ node: `https://shell${++round}.example` })
  vi.stubGlobal('fetch', async () => new Response('{"code":5,"message":"Not Found"}', { status: 404 }))
  vi.stubGlobal('scrollTo', () => undefined)
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(() => {
  stopRouter()
  cleanup()
  vi.unstubAllGlobals()
})

test('a watched party beyond those that are read is called unknown, not passed over', async () => {
  preferences.set({ watched: Array.from({ length: 51 }, (_, at) => String(at).padStart(64, '0')) })
  await open()
  const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByTitle(/^0{60}/)
  expect(links).toHaveLength(51)
  expect(links[50]?.textContent).toContain('Unknown')
  expect(links[49]?.textContent).not.toContain('Unknown')
})

test('g and a letter go to a page, name the tab and bring the focus to its heading', async () => {
  await open()
  press('g')
  press('m')
  const heading = await screen.findByRole('heading', { name: 'Modes' })
  expect(location.pathname).toBe('/margin-modes')
  await vi.waitFor(() => expect(document.activeElement).toBe(heading), 15_000)
  expect(document.title).toBe('Margin modes · Lyra')
})

test('keys are left to a field that has the focus', async () => {
  await open()
  within(main()).getByLabelText('filter').focus()
  press('g')
  press('m')
  press('z')
  expect(location.pathname).toBe('/')
  expect(preferences.get().zone).toBe('utc')
})

test('z switches the zone, p pauses, and the status line says so', async () => {
  await open()
  const line = screen.getByRole('contentinfo', { name: 'Connection' })
  expect(within(line).getByText('UTC')).toBeTruthy()
  act(() => void press('z'))
  expect(within(line).getByText(/^Local [+-]\d\d:\d\d$/)).toBeTruthy()
  act(() => void press('p'))
  expect(preferences.get().live).toBe(false)
  expect(within(line).getByRole('button', { name: /^Paused/ })).toBeTruthy()
})

test('a pasted id leads through the palette to its page', async () => {
  preferences.set({ nicknames: { [bot]: 'mm-bot-3' } })
  await open()
  act(() => void press('k', { ctrlKey: true }))
  const field = await screen.findByRole('combobox')
  fireEvent.change(field, { target: { value: bot } })
  expect(screen.getByRole('group', { name: 'Party mm-bot-3' })).toBeTruthy()
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  const chosen = screen.getByRole('option', { selected: true })
  expect(chosen.getAttribute('href')).toBe(`/spam/${bot}`)
  expect(field.getAttribute('aria-activedescendant')).toBe(chosen.id)
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findByRole('heading', { name: 'Limits' })
  expect(location.pathname).toBe(`/spam/${bot}`)
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(document.title).toBe('Spam limits, mm-bot-3 · Lyra')
  expect(preferences.get().recent[0]).toMatchObject({ kind: 'party', id: bot })
})

test('the slash opens the palette and what it finds can be said in words too', async () => {
  await open()
  act(() => void press('/'))
  const field = await screen.findByRole('combobox')
  fireEvent.change(field, { target: { value: 'nothing like it' } })
  expect(screen.getByText(/No match/)).toBeTruthy()
  fireEvent.change(field, { target: { value: 'sett' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findByRole('heading', { name: 'Settings' })
})

test('a name is not called unknown while the names of the node are loading', async () => {
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined))
  await open()
  act(() => void press('/'))
  const field = await screen.findByRole('combobox')
  fireEvent.change(field, { target: { value: 'nothing like it' } })
  expect(screen.getByText('No match yet: names of this node are loading.')).toBeTruthy()
})

test('a node that has never answered is not said to show its last values', async () => {
  await open('/watch')
  act(() => recordNoResponse(nodeState.get().base, 'unreachable', Date.now() + 1))
  const text = (await within(main()).findByText(/Node not responding/)).textContent
  expect(text).toContain('Node not responding. Nothing was loaded; retrying every 10 s.')
  expect(text).not.toContain('last values')
})

test('a node that has never responded is reported by panels and status line, not by a banner too', async () => {
  await open()
  act(() => recordNoResponse(nodeState.get().base, 'unreachable', Date.now() + 1))
  const line = screen.getByRole('contentinfo', { name: 'Connection' })
  expect(await within(line).findByRole('button', { name: /^No response/ })).toBeTruthy()
  expect(within(main()).queryByText(/Node not responding/)).toBeNull()
})

test.each(['/', '/watch'])(
  'invented data is called so on %s while everything loads, and a real node is not',
  async (path) => {
    vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined))
    document.documentElement.dataset['demo'] = ''
    preferences.set({ node: '' })
    await open(path)
    expect(screen.getAllByTitle('Demo network: invented data').length).toBeGreaterThan(0)
    act(() => preferences.set({ node: 'https://real.example' }))
    expect(screen.queryByTitle('Demo network: invented data')).toBeNull()
    delete document.documentElement.dataset['demo']
  },
)

test('the sheet of keys lists what the table answers', async () => {
  await open()
  act(() => void press('?'))
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(sheet).getByText('Margin modes')).toBeTruthy()
  expect(within(sheet).getByText('Copy a link to this view')).toBeTruthy()
})

test('a page that breaks says so, and the frame stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await open('/ledger-export')
  const notice = await screen.findByRole('alert')
  expect(within(notice).getByText('Error: the page broke')).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  act(() => {
    press('g')
    press('o')
  })
  await screen.findByRole('heading', { name: 'Home' })
})

test('an address that no page has is said to be that', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await open('/nowhere')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
})

test('the banner is hidden while the node answers, and otherwise gives the reason', async () => {
  await open()
  const { base } = nodeState.get()
  const line = screen.getByRole('contentinfo', { name: 'Connection' })
  expect(within(line).queryByRole('button', { name: /^Live/ })).toBeNull()
  expect(within(line).getByRole('button', { name: /^Connecting\. / })).toBeTruthy()
  act(() => recordResponse(base, new Headers({ 'X-Block-Height': '61204883' }), Date.now(), Date.now()))
  expect(within(main()).queryByRole('status')).toBeNull()
  expect(within(line).getByText('61,204,883')).toBeTruthy()
  expect(within(line).getByRole('button', { name: /^Live/ })).toBeTruthy()

  act(() => recordNoResponse(base, 'unreachable', Date.now() + 1))
  expect(await within(main()).findByText(/Node not responding/)).toBeTruthy()
  expect(within(line).getByRole('button', { name: /^No response/ })).toBeTruthy()

  act(() => recordResponse(base, new Headers(), Date.now() + 2, Date.now() + 2))
  act(() => void rateLimiterOf(base).refused(new Headers({ 'Retry-After': '42' }), Date.now()))
  expect(within(main()).getByText(/Rate limited by this node/).textContent).toMatch(/00:00:[1-4]\d/)

  act(() => void rateLimiterOf(base).banned(new Headers({ 'Ratelimit-Retry-After': '600' })))
  expect(within(main()).getByText(/has banned your IP/).textContent).toMatch(/00:(10:00|09:\d\d)/)
  expect(within(line).getByRole('button', { name: /^Banned until \d\d:\d\d:\d\d/ })).toBeTruthy()
})
