// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preferences } from '../../preferences/preferences.ts'
import { Toaster } from '../../ui/overlays/toast.tsx'
import { offers } from './nodes-panel.tsx'
import { SettingsPage } from './page.tsx'

const id = 'c1'.repeat(32)
const modes = {
  partyMarginModes: {
    edges: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' },
  },
}
const bodies: Record<string, unknown> = {
  '/api/v2/margin-modes': modes,
  '/statistics': { statistics: { blockHeight: '103', chainId: 'chain-a' } },
  '/api/v2/info': { version: 'v0.77.5' },
}
let asked: string[] = []

beforeEach(() => {
  asked = []
  preferences.reset()
  vi.stubGlobal('fetch', async (url: string) => {
    const { host, pathname } = new URL(url)
    asked.push(host)
    if (host.startsWith('gone')) throw new TypeError('Failed to fetch')
    const headers = {
      'X-Block-Height': '100',
      'X-Block-Timestamp': '1800000000000000000',
      Date: new Date(1_800_000_012_000).toUTCString(),
    }
    return new Response(JSON.stringify(bodies[pathname]), { headers })
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <SettingsPage />
      <Toaster />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const panel = (name: string): HTMLElement => screen.getByRole('region', { name: new RegExp(`^${name}`) })
const type = (label: string, value: string, within_: HTMLElement): void =>
  void fireEvent.change(within(within_).getByLabelText(label), { target: { value } })

test('a typed node is tested and reported, and only then used', async () => {
  const nodes = panel('Node')
  type('Another node', 'node.example/api/v2/margin-modes', nodes)
  fireEvent.click(within(nodes).getByRole('button', { name: 'Test it' }))
  const row = (await within(nodes).findByText('https://node.example')).closest('li') as HTMLElement
  expect(await within(row).findByText('chain-a')).toBeTruthy()
  expect(within(row).getByText('v0.77.5')).toBeTruthy()
  const told = (name: string): string | undefined => within(row).getByText(name).nextElementSibling?.textContent
  expect(told('Response')).toMatch(/^\d+ms$/)
  expect(['Block', 'Lag', 'Data age'].map(told)).toEqual(['100', '3blocks', '12 s'])
  expect(preferences.get().node).toBe('')
  fireEvent.click(within(row).getByRole('button', { name: 'Use this node' }))
  expect(preferences.get()).toMatchObject({ node: 'https://node.example', nodes: ['https://node.example'] })
})

test('an invalid address is refused with a sentence and without a request', () => {
  const nodes = panel('Node')
  const before = asked.length
  type('Another node', 'ftp://node.example', nodes)
  fireEvent.click(within(nodes).getByRole('button', { name: 'Test it' }))
  expect(within(nodes).getByText('The address must start with https:// or http://.')).toBeTruthy()
  expect(asked.length).toBe(before)
  expect(preferences.get().nodes).toEqual([])
})

test('a node that cannot be reached says so and cannot be used', async () => {
  const nodes = panel('Node')
  type('Another node', 'https://gone.example', nodes)
  fireEvent.click(within(nodes).getByRole('button', { name: 'Test it' }))
  expect(await within(nodes).findByText(/The node cannot be reached/)).toBeTruthy()
  expect(within(nodes).getByRole('button', { name: 'Use this node' })).toHaveProperty('disabled', true)
})

test('names are given, changed when the field is left, and taken away', () => {
  const names = panel('Nicknames')
  type('Party id', ` ${id.toUpperCase()} `, names)
  fireEvent.click(within(names).getByRole('button', { name: 'Add' }))
  expect(within(names).getByText('Enter a name.')).toBeTruthy()
  type('Name', 'treasury', names)
  fireEvent.click(within(names).getByRole('button', { name: 'Add' }))
  expect(preferences.get().nicknames).toEqual({ [id]: 'treasury' })
  const field = within(names).getByLabelText(`Name of ${id}`)
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.blur(field)
  expect(preferences.get().nicknames).toEqual({ [id]: 'treasury' })
  fireEvent.change(field, { target: { value: 'vault' } })
  fireEvent.blur(field)
  expect(preferences.get().nicknames).toEqual({ [id]: 'vault' })
  fireEvent.click(within(names).getByRole('button', { name: `Remove ${id}` }))
  expect(preferences.get().nicknames).toEqual({})
})

test('decimals are whole numbers', () => {
  const decimals = panel('Decimals')
  type('Market or asset id', id, decimals)
  for (const wrong of ['', '1.5', 'six', '999']) {
    type('Decimals', wrong, decimals)
    fireEvent.click(within(decimals).getByRole('button', { name: 'Add' }))
    expect(preferences.get().decimals).toEqual({})
  }
  type('Decimals', '-3', decimals)
  fireEvent.click(within(decimals).getByRole('button', { name: 'Add' }))
  expect(preferences.get().decimals).toEqual({ [id]: -3 })
})

test('decimals of sizes are kept beside those of prices, changed, and taken off the list', () => {
  preferences.set({ decimals: { [id]: 5 } })
  const sizes = panel('Size decimals')
  type('Market id', id, sizes)
  type('Size decimals', '-2', sizes)
  fireEvent.click(within(sizes).getByRole('button', { name: 'Add' }))
  expect(preferences.get()).toMatchObject({ decimals: { [id]: 5 }, positionDecimals: { [id]: -2 } })
  const kept = within(sizes).getByLabelText(`Size decimals of ${id}`)
  fireEvent.change(kept, { target: { value: '4' } })
  fireEvent.blur(kept)
  expect(preferences.get()).toMatchObject({ decimals: { [id]: 5 }, positionDecimals: { [id]: 4 } })
  fireEvent.click(within(sizes).getByRole('button', { name: `Remove ${id}` }))
  expect(preferences.get()).toMatchObject({ decimals: { [id]: 5 }, positionDecimals: {} })
})

test('a reset can be taken back', () => {
  preferences.set({ nicknames: { [id]: 'treasury' }, theme: 'light' })
  fireEvent.click(within(panel('Your preferences')).getByRole('button', { name: 'Reset' }))
  expect(preferences.get()).toMatchObject({ nicknames: {}, theme: 'system' })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(preferences.get()).toMatchObject({ nicknames: { [id]: 'treasury' }, theme: 'light' })
})

test('saved views can be renamed, forgotten and brought back', () => {
  act(() => preferences.set({ views: [{ name: 'limits', href: '/spam/a' }] }))
  const views = panel('Saved views')
  expect(within(views).getByRole('link', { name: 'Open limits' }).getAttribute('href')).toBe('/spam/a')
  const field = within(views).getByLabelText('Name of the view /spam/a')
  fireEvent.change(field, { target: { value: ' ' } })
  fireEvent.blur(field)
  expect(preferences.get().views[0]?.name).toBe('limits')
  fireEvent.change(field, { target: { value: 'my limits' } })
  fireEvent.blur(field)
  fireEvent.click(within(views).getByRole('button', { name: 'Remove my limits' }))
  expect(preferences.get().views).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(preferences.get().views).toEqual([{ name: 'my limits', href: '/spam/a' }])
})

test('a file of something else is refused and changes nothing', async () => {
  preferences.set({ theme: 'light' })
  const data = panel('Your preferences')
  const file = new File(['{"theme":"dark"}'], 'x.json', { type: 'application/json' })
  fireEvent.change(within(data).getByLabelText('File with preferences'), { target: { files: [file] } })
  expect(await within(data).findByText(/is not a Lyra preferences file/)).toBeTruthy()
  expect(preferences.get().theme).toBe('light')
})

test('each node is offered once, wrong addresses of a deployment not at all', () => {
  const configured = [
    { name: 'Main', url: 'https://node.example/' },
    { name: 'Broken', url: 'not an address at all' },
  ]
  const found = offers(configured, ['https://node.example', 'https://mine.example'], 'https://used.example')
  expect(found.map(({ base, name, own }) => [base, name, own])).toEqual([
    ['', 'This origin', false],
    ['https://node.example', 'Main', false],
    ['https://mine.example', 'mine.example', true],
    ['https://used.example', 'used.example', true],
  ])
})

test('a node that an older version kept without a scheme does not close this page', () => {
  expect(offers([{ name: 'Bad', url: 'ftp://a' }], ['node.example', 'not an address'], 'also not').length).toBe(4)
  act(() =>
    preferences.import(
      JSON.stringify({
        lyra: 'preferences',
        node: 'old.example',
        nodes: ['node.example', 'ftp://x'],
        decimals: { a: 5e6 },
      }),
    ),
  )
  const nodes = within(panel('Node'))
  expect(nodes.getByText('https://node.example')).toBeTruthy()
  expect(nodes.getByText('https://old.example')).toBeTruthy()
  expect(within(panel('Your preferences')).getByText(/left out.*1 of nodes, 1 of decimals/)).toBeTruthy()
})
