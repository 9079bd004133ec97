// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listMarginModes, type PartyMarginMode } from '../../wire/margin-modes.ts'
import { preferences } from '../preferences/preferences.ts'
import { Anchor } from '../ui/inputs/anchor.tsx'
import { Toaster } from '../ui/overlays/toast.tsx'
import { DataGrid } from './data-grid.tsx'
import type { GridColumn } from './columns/grid-columns.tsx'
import { listQuery, rowKey } from '../list/list-query.ts'
import { listOfRows } from '../list/list.ts'
import { useList } from '../list/use-list.ts'

const row = (index: number): PartyMarginMode => ({
  marketId: 'm',
  partyId: `p${String(index).padStart(5, '0')}`,
  marginMode: 'MARGIN_MODE_CROSS_MARGIN',
  atEpoch: String(index),
})

interface Reply {
  status?: number
  body: unknown
}
/** Answers the request whose cursor is `after` (undefined for page one), as a node would over HTTP. */
type Node = (after: number | undefined, first: number) => Reply | Promise<Reply>

const page = (from: number, count: number, hasNextPage: boolean, endCursor = String(from + count)): Reply => ({
  body: {
    partyMarginModes: {
      edges: Array.from({ length: count }, (_, index) => ({
        node: row(from + index),
        cursor: String(from + index + 1),
      })),
      pageInfo: { hasNextPage, hasPreviousPage: from > 0, startCursor: String(from + 1), endCursor },
    },
  },
})
const nodeOf =
  (total: number): Node =>
  (after = 0, first) =>
    page(after, Math.min(first, total - after), after + first < total)

let asked: string[] = []

function answerWith(node: Node): void {
  asked = []
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit = {}) => {
    asked.push(url)
    const search = new URL(url, 'http://node').searchParams
    const after = search.get('pagination.after')
    const answer = Promise.resolve(
      node(after === null ? undefined : Number(after), Number(search.get('pagination.first'))),
    )
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
    const { status = 200, body } = await Promise.race([answer, aborted])
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
  })
}

const columns: readonly GridColumn<PartyMarginMode>[] = [
  {
    id: 'partyId',
    header: 'Party',
    size: 200,
    cell: ({ partyId }) => <Anchor href={`/${partyId}`}>{partyId}</Anchor>,
    text: ({ partyId }) => partyId,
  },
  {
    id: 'atEpoch',
    header: 'Epoch',
    size: 100,
    align: 'end',
    cell: ({ atEpoch }) => <span title={`epoch ${atEpoch}`}>{atEpoch}</span>,
    text: ({ atEpoch }) => atEpoch,
  },
  {
    id: 'marketId',
    header: 'Market',
    size: 100,
    hidden: true,
    cell: ({ marketId }) => marketId,
    text: ({ marketId }) => marketId,
  },
]
const key = rowKey<PartyMarginMode>('partyId')
const queryOf = (marketId: string | undefined, first: number) =>
  listQuery(
    listMarginModes,
    { ...(marketId ? { marketId } : {}), pagination: { first } },
    { member: 'partyMarginModes', key },
  )

function Page({
  marketId,
  first = 100,
  onOpen,
}: {
  marketId?: string
  first?: number
  onOpen?: (row: PartyMarginMode) => void
}) {
  const listing = useList(queryOf(marketId, first))
  return (
    <>
      <button type="button" onClick={listing.refetch}>
        Refresh
      </button>
      <DataGrid
        label="Margin modes"
        list="test"
        columns={columns}
        listing={listing}
        emptyTitle="Nothing recorded"
        emptyText="None."
        {...(onOpen && { onOpen })}
      />
    </>
  )
}

function show(element: React.ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const view = render(<QueryClientProvider client={client}>{element}</QueryClientProvider>)
  return {
    ...view,
    again: (next: React.ReactElement) =>
      view.rerender(<QueryClientProvider client={client}>{next}</QueryClientProvider>),
  }
}

/** What arranges columns is loaded first. */
const slowly = { timeout: 20_000 }
const grid = () => screen.getByRole('grid', { name: 'Margin modes' })
const status = (text: string | RegExp) => screen.findByText(text)
const activeCell = () => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')
const press = (name: string, held = {}) => fireEvent.keyDown(grid(), { key: name, ...held })

beforeEach(() => {
  localStorage.clear()
  preferences.reset()
  HTMLElement.prototype.showPopover = () => undefined // no top layer here
  HTMLElement.prototype.hidePopover = () => undefined
  // A document without layout: the scroller is 600 px high, so about twenty rows are visible.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('states', () => {
  test('waiting is shaped like rows and says that it is busy', async () => {
    answerWith(() => new Promise<never>(() => {}))
    show(<Page />)
    expect(grid().getAttribute('aria-busy')).toBe('true')
    expect(grid().getAttribute('aria-rowcount')).toBe('-1')
    expect(screen.queryByText('Nothing recorded')).toBeNull()
  })

  test('an empty answer names the filters that were sent', async () => {
    answerWith(() => page(0, 0, false, ''))
    show(<Page marketId="abc" />)
    await status('Nothing recorded')
    expect(screen.getByText('abc').parentElement?.textContent).toContain('marketId')
  })

  test('an empty list that could not be refreshed, or that the node cuts, is not called empty', async () => {
    let isBroken = false
    answerWith(() => (isBroken ? { status: 500, body: { code: 13, message: 'Broken' } } : page(0, 0, false, '')))
    const { again } = show(<Page />)
    await status('Nothing recorded')
    isBroken = true
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await status(/The list could not be refreshed: Broken\. It was empty before\./)
    expect(screen.queryByText('Nothing recorded')).toBeNull()
    answerWith(() => page(0, 0, true, ''))
    again(<Page marketId="abc" />)
    await status(/reports more rows but sent no cursor/)
    expect(screen.queryByText('Nothing recorded')).toBeNull()
  })

  test('a refusal is shown as a refusal with its own words, never as emptiness', async () => {
    const body = {
      code: 13,
      message: 'Internal error',
      details: [{ '@type': 'x/y', code: 10000, message: 'm', inner: 'why' }],
    }
    answerWith(() => ({ status: 500, body }))
    show(<Page />)
    expect((await screen.findByRole('alert')).textContent).toContain('500')
    expect(screen.getByText('why')).toBeTruthy()
    expect(screen.queryByText('Nothing recorded')).toBeNull()
    answerWith(nodeOf(3))
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await status('all 3 loaded')
  })

  test('a failed next page keeps the rows, says so, and can be retried', async () => {
    let broken = true
    answerWith((after, first) =>
      after && broken ? { status: 500, body: { code: 13, message: 'Broken' } } : nodeOf(150)(after, first),
    )
    show(<Page />)
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    await status(/Page 2 could not be loaded: Broken\. The rows above are kept/)
    expect(screen.getByText('p00000')).toBeTruthy()
    expect(screen.getByText('100 loaded, more on the node')).toBeTruthy()
    broken = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await status('all 150 loaded')
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
  })
})

describe('the grid', () => {
  test('counts rows only when it knows them all, and draws only those in sight', async () => {
    answerWith(nodeOf(150))
    show(<Page />)
    await status('100 loaded, more on the node')
    expect(grid().getAttribute('aria-rowcount')).toBe('-1')
    expect(within(grid()).getAllByRole('row').length).toBeLessThan(60)
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await status('all 150 loaded')
    expect(grid().getAttribute('aria-rowcount')).toBe('151')
    expect(asked).toHaveLength(2)
    expect(asked[1]).toContain('pagination.after=100')
  })

  test('is one tab stop; keys move the active cell, which is always in the document', async () => {
    answerWith(nodeOf(100))
    show(<Page />)
    await status('all 100 loaded')
    act(() => grid().focus())
    expect(activeCell()?.textContent).toBe('p00000')
    expect(
      within(grid())
        .getAllByRole('link')
        .every((link) => link.getAttribute('tabindex') === '-1'),
    ).toBe(true)
    press('ArrowDown')
    expect(activeCell()?.textContent).toBe('p00001')
    press('ArrowRight')
    expect(activeCell()?.textContent).toBe('1')
    press('End')
    expect(activeCell()?.textContent).toBe('99')
    expect(activeCell()?.closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('101')
    press('PageUp')
    expect(Number(activeCell()?.textContent)).toBeLessThan(99)
    press('Home')
    expect(activeCell()?.textContent).toBe('0')
  })

  test('the active cell is described by the exact value of what it shows', async () => {
    answerWith(nodeOf(100))
    show(<Page />)
    await status('all 100 loaded')
    act(() => grid().focus())
    const description = () => document.getElementById(activeCell()?.getAttribute('aria-describedby') ?? '')
    expect(description()?.textContent).toBe('')
    press('ArrowRight')
    press('ArrowDown')
    expect(description()?.textContent).toBe('epoch 1')
    const opened = vi.spyOn(HTMLElement.prototype, 'showPopover')
    press('ArrowDown')
    expect(description()?.textContent).toBe('epoch 2')
    expect(opened).toHaveBeenCalledOnce()
  })

  test('Enter and a press open the row; c copies the exact value', async () => {
    const write = vi.fn().mockResolvedValue(undefined)
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write)
    const onOpen = vi.fn()
    answerWith(nodeOf(100))
    show(<Page onOpen={onOpen} />)
    await status('all 100 loaded')
    act(() => grid().focus())
    press('ArrowDown')
    press('Enter')
    expect(onOpen).toHaveBeenLastCalledWith(row(1), 1)
    press('c', { ctrlKey: true })
    expect(write).not.toHaveBeenCalled()
    press('c')
    expect(write).toHaveBeenCalledWith('p00001')
    fireEvent.click(screen.getByText('7'))
    expect(onOpen).toHaveBeenLastCalledWith(row(7), 7)
    press('c') // the pressed cell is the active one, not just its row
    expect(write).toHaveBeenLastCalledWith('7')
    fireEvent.click(screen.getByText('p00009')) // a link of its own
    expect(onOpen).toHaveBeenCalledTimes(2)
  })

  test('copied rows are lines of exact values with tabs, not a line a cell with the words of screen readers', async () => {
    answerWith(nodeOf(150))
    show(<Page />)
    await status('100 loaded, more on the node')
    const copied = () => {
      const clipboardData = { setData: vi.fn() }
      const event = new Event('copy', { bubbles: true, cancelable: true })
      Object.assign(event, { clipboardData })
      act(() => void (document.activeElement ?? grid()).dispatchEvent(event))
      return clipboardData.setData.mock.lastCall
    }
    const select = (from: string, to: string) => {
      const [start, end] = [screen.getByText(from).firstChild!, screen.getByText(to).firstChild!]
      fireEvent.pointerDown(start)
      window.getSelection()?.setBaseAndExtent(start, 0, end, 1)
    }
    act(() => grid().focus())
    select('p00001', 'p00003')
    expect(copied()).toEqual(['text/plain', 'p00001\t1\np00002\t2\np00003\t3'])
    select('p00003', 'p00002')
    expect(copied()?.[1]).toBe('p00002\t2\np00003\t3')
    // Within a cell, the browser copies what is selected of it.
    select('p00002', 'p00002')
    expect(copied()).toBeUndefined()
    press('a', { ctrlKey: true })
    const all = String(copied()?.[1]).split('\n')
    expect([all.length, all[0], all[99]]).toEqual([100, 'p00000\t0', 'p00099\t99'])
    window.getSelection()?.removeAllRanges()
    render(<Toaster />)
    expect(screen.getByText('100 loaded rows selected; the node has more')).toBeTruthy()
    expect(screen.getByText('100 rows copied')).toBeTruthy()
  })

  test('a text that does not fit is the exact value of its cell', async () => {
    answerWith(nodeOf(3))
    show(<Page />)
    await status('all 3 loaded')
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(300)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100)
    act(() => preferences.set({ columns: { test: { hidden: [], order: ['marketId'], sizes: {}, pinned: [] } } }))
    act(() => grid().focus())
    press('ArrowDown')
    const cell = activeCell()!
    expect(cell.textContent).toBe('m')
    expect(document.getElementById(cell.getAttribute('aria-describedby') ?? '')?.textContent).toBe('m')
    fireEvent.pointerOver(cell.firstElementChild!)
    expect(cell.firstElementChild?.getAttribute('title')).toBe('m')
  })

  test('columns follow the stored choice', async () => {
    answerWith(nodeOf(3))
    show(<Page />)
    await status('all 3 loaded')
    const heads = () =>
      within(grid())
        .getAllByRole('columnheader')
        .map((head) => head.textContent)
    expect(heads()).toEqual(['Party', 'Epoch'])
    act(() =>
      preferences.set({
        columns: { test: { hidden: [], order: ['marketId', 'atEpoch'], sizes: {}, pinned: ['atEpoch'] } },
      }),
    )
    await waitFor(() => expect(heads()).toEqual(['Epoch', 'Market', 'Party']), slowly)
    expect(within(grid()).getByText('p00000')).toBeTruthy() // the rows never went away
  })

  test('a choice from an earlier visit is arranged before anything is shown', async () => {
    preferences.set({ columns: { test: { hidden: ['atEpoch'], order: [], sizes: { partyId: 240 }, pinned: [] } } })
    answerWith(nodeOf(3))
    show(<Page />)
    expect(within(grid()).queryByText('Epoch')).toBeNull()
    await screen.findByText('p00000', undefined, slowly)
    const heads = within(grid()).getAllByRole('columnheader')
    expect(heads.map((head) => head.textContent)).toEqual(['Party', 'Market'])
    expect(heads[0]?.parentElement?.style.gridTemplateColumns).toBe('15rem minmax(6.25rem, 100fr)')
  })

  test('the heads are cells: keys size and move their columns, and say so', async () => {
    answerWith(nodeOf(3))
    show(<Page />)
    await status('all 3 loaded')
    act(() => grid().focus())
    press('ArrowUp')
    expect(activeCell()?.textContent).toBe('Party')
    expect(activeCell()?.getAttribute('role')).toBe('columnheader')
    press('ArrowRight', { shiftKey: true }) // 800 px wide without layout
    expect(preferences.get().columns['test']?.sizes).toEqual({ partyId: 824 })
    expect(screen.getByText('Party: 824 pixels wide')).toBeTruthy()
    press('ArrowRight', { shiftKey: true, ctrlKey: true })
    await waitFor(() => expect(activeCell()?.textContent).toBe('Party'), slowly)
    expect(activeCell()?.id).toMatch(/-1$/)
    expect(preferences.get().columns['test']?.order).toEqual(['atEpoch', 'partyId', 'marketId'])
    press('ArrowDown')
    expect(activeCell()?.textContent).toBe('p00000')
  })
})

describe('a grid whose rows are pointed at from outside', () => {
  const price = (id: string): GridColumn<string> => ({
    id,
    header: id,
    size: 100,
    cell: (row) => `${id} of ${row}`,
    text: String,
    span: (row) => (row === 'gap' ? 'no trades' : undefined),
  })
  const volume = { id: 'volume', header: 'volume', size: 100, cell: () => '7', text: String }
  const prices = ['open', 'close'].map(price)
  const listing = listOfRows(['b2', 'gap', 'b0'])
  const onOpen = vi.fn<(row: string, index: number) => void>()
  const linked = (open: number | undefined, columns: readonly GridColumn<string>[] = [...prices, volume]) => (
    <DataGrid
      label="Margin modes"
      list="bars"
      columns={columns}
      listing={listing}
      open={open}
      onOpen={onOpen}
      followsChart
    />
  )
  const rowOf = (index: number) => within(grid()).getAllByRole('row')[index + 1]!
  const cellsOf = (index: number) =>
    within(rowOf(index))
      .getAllByRole('gridcell')
      .map((cell) => cell.textContent)

  test('neighbours with the same words for a row are one cell, which keys and presses reach', () => {
    const { again } = show(linked(undefined))
    expect(cellsOf(0)).toEqual(['open of b2', 'close of b2', '7'])
    expect(cellsOf(1)).toEqual(['no trades', '7'])
    const gap = screen.getByText('no trades')
    expect(gap.getAttribute('aria-colspan')).toBe('2')
    act(() => grid().focus())
    fireEvent.click(within(rowOf(1)).getByText('7'))
    expect(activeCell()?.textContent).toBe('7')
    press('ArrowLeft')
    expect(activeCell()).toBe(gap)
    press('ArrowLeft')
    expect(activeCell()).toBe(gap)
    again(linked(undefined, [prices[0]!, volume, prices[1]!]))
    expect(cellsOf(1)).toEqual(['no trades', '7', 'no trades'])
  })

  test('the row that is pointed at is open and active, and keys point at others', () => {
    const { again } = show(linked(2))
    expect(rowOf(2).getAttribute('aria-selected')).toBe('true')
    expect(activeCell()?.textContent).toBe('open of b0')
    press('ArrowUp')
    expect(onOpen).toHaveBeenLastCalledWith('gap', 1)
    again(linked(1))
    expect(rowOf(1).getAttribute('aria-selected')).toBe('true')
    expect(rowOf(2).getAttribute('aria-selected')).toBe('false')
  })
})

describe('nothing runs away', () => {
  test('a repeated cursor stops "load all" and is said', async () => {
    answerWith((after = 0) => page(after, 100, true, '100'))
    show(<Page />)
    fireEvent.click(await screen.findByRole('button', { name: /^Load all/ }))
    await status(/repeated a page cursor/)
    expect(asked).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  test('a page of known rows stops it too', async () => {
    answerWith((after = 0) => page(0, 100, true, String(after + 100)))
    show(<Page />)
    fireEvent.click(await screen.findByRole('button', { name: /^Load all/ }))
    await status(/only rows that were already loaded/)
    expect(asked).toHaveLength(2)
  })

  test('load all asks page after page to the end', async () => {
    answerWith(nodeOf(950))
    show(<Page />)
    fireEvent.click(await screen.findByRole('button', { name: /^Load all/ }))
    await status('all 950 loaded')
    expect(asked).toHaveLength(10)
  })

  test('load all can be cancelled: the page on its way is dropped, the rows stay', async () => {
    answerWith((after, first) => ((after ?? 0) >= 300 ? new Promise<never>(() => {}) : nodeOf(1000)(after, first)))
    show(<Page />)
    fireEvent.click(await screen.findByRole('button', { name: /^Load all/ }))
    await status('Loading all, 300 so far')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('button', { name: 'Load more' })
    expect(screen.getByText('300 loaded, more on the node')).toBeTruthy()
    expect(asked).toHaveLength(4)
  })

  test('load all ends when the filters change', async () => {
    const pending: (() => void)[] = []
    answerWith((after, first) =>
      after === undefined
        ? nodeOf(1000)(after, first)
        : new Promise((resolve) => pending.push(() => resolve(nodeOf(1000)(after, first)))),
    )
    const { again } = show(<Page />)
    fireEvent.click(await screen.findByRole('button', { name: /^Load all/ }))
    await waitFor(() => expect(pending).toHaveLength(1))
    again(<Page marketId="other" />)
    await waitFor(() => expect(asked).toHaveLength(3))
    act(() => pending[0]?.())
    await status('100 loaded, more on the node')
    expect(asked).toHaveLength(3)
  })

  test('refresh asks for page one alone and keeps the rows until it has come', async () => {
    answerWith(nodeOf(300))
    show(<Page />)
    fireEvent.click(await screen.findByRole('button', { name: /^Load all/ }))
    await status('all 300 loaded')
    const before = asked.length
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(screen.getByText('all 300 loaded')).toBeTruthy()
    await status('100 loaded, more on the node')
    expect(asked).toHaveLength(before + 1)
    expect(asked.at(-1)).not.toContain('after')
  })

  test('a failed refresh keeps the rows from before and says so', async () => {
    answerWith(nodeOf(3))
    show(<Page />)
    await status('all 3 loaded')
    answerWith(() => ({ status: 500, body: { code: 13, message: 'Broken' } }))
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await status(/could not be refreshed: Broken/)
    expect(screen.getByText('p00002')).toBeTruthy()
  })
})
