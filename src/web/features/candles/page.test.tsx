// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Candle } from '../../../wire/candles.ts'
import { testRouter } from '../../../../tests/web/render-routes.tsx'
import { recordFacts } from '../../client/node-status.ts'
import { useCurrentTabTitle } from '../../ui/feedback/tab-state.ts'
import { frozenLink } from '../../ui/overlays/share-menu.tsx'
import type { ChartController } from './chart/chart-controller.ts'
import { CandlesPage } from './page.tsx'
import type { ChartFrameProps } from './chart/chart.tsx'

/** happy-dom has no canvas, so a stub replaces the chart: all rows are in view, and it renders its props. */
vi.mock('./chart/chart.tsx', async () => {
  const { useEffect } = await import('react')
  const { Legend } = await import('./panels/legend.tsx')
  const ChartFrame = ({ title, ...props }: ChartFrameProps) => {
    const { scene, view, onController } = props
    useEffect(() => {
      const { rows, endsLive } = scene
      view.visible.set({ rows, first: 0, last: rows.length - 1, before: 100, atEdge: endsLive })
      onController({
        point: view.cursor.set,
        frame: () => undefined,
        transform: () => undefined,
      } as unknown as ChartController)
    }, [scene, view, onController])
    const zoomOut = () => {
      const { rows, endsLive } = scene
      view.visible.set({ rows, first: 0, last: rows.length - 1, before: -50_000, atEdge: endsLive })
      view.moves.set(view.moves.get() + 1)
    }
    const panTo = (before: number) => {
      const { rows } = scene
      view.visible.set({ rows, first: 0, last: rows.length - 1, before, atEdge: false })
    }
    return (
      <figure aria-label={`Candles of ${title}`}>
        <Legend {...props} controller={undefined} />
        {scene.rows.length} candles
        <button type="button" onClick={() => panTo(50)}>
          50 candles left
        </button>
        <button type="button" onClick={() => panTo(49)}>
          49 candles left
        </button>
        <button type="button" onClick={zoomOut}>
          zoom far out
        </button>
      </figure>
    )
  }
  return { ChartFrame }
})

/** The ledger's worker, which never answers: happy-dom has none. */
vi.mock('../../ledger/engine/worker-client.ts', () => {
  const never = new Promise(() => undefined)
  return { startWorker: () => ({ opened: never, call: () => never, end: () => undefined }) }
})

const market = 'a1'.repeat(32)
const other = 'b2'.repeat(32)
const hour = 3_600_000_000_000n
const newest = 1_795_219_200_000_000_000n

const candle = (hoursBefore: number, price: string): Candle => ({
  start: String(newest - BigInt(hoursBefore) * hour),
  lastUpdate: String(newest - BigInt(hoursBefore) * hour + 59n * 60_000_000_000n),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: price === '' ? '0' : '25843',
  notional: price === '' ? '0' : '1000000',
})

const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' }
const listed = (id: string, code: string) => ({
  id,
  state: node.state,
  tradingMode: 'TRADING_MODE_CONTINUOUS',
  decimalPlaces: '2',
  positionDecimalPlaces: '3',
  tradableInstrument: { instrument: { code, name: code, perpetual: { settlementAsset: '', quoteName: 'USDT' } } },
})

/** The node's responses by path: a body, or a status with an error body. */
interface Node {
  /** Of all markets. */
  state: string
  markets: 'listed' | 404
  intervals: 'listed' | 404
  candles: (candleId: string, params: URLSearchParams) => Candle[] | 500
  /** The node has older candles. */
  more: boolean
}

const refusal = (status: number): Response =>
  Response.json(
    { code: 13, message: 'Internal error', details: [{ '@type': 'x/y', code: 60001, inner: 'gone' }] },
    { status },
  )

/** A route that the node does not have. */
const noRoute = (): Response => Response.json({ code: 5, message: 'Not Found', details: [] }, { status: 404 })

function answer(node: Node, url: URL): Response {
  const candleId = url.searchParams.get('candleId') ?? ''
  switch (url.pathname) {
    case '/api/v2/markets': {
      if (node.markets === 404) return noRoute()
      const nodes = [listed(market, 'BTC/USDT'), listed(other, 'ETH/USDT')]
      return Response.json({ markets: { edges: nodes.map((node) => ({ node, cursor: node.id })), pageInfo } })
    }
    case '/api/v2/assets':
      return Response.json({ assets: { edges: [], pageInfo } })
    case '/api/v2/candle/intervals': {
      if (node.intervals === 404) return noRoute()
      const id = url.searchParams.get('marketId') ?? ''
      const names = [
        ['1 hour', 'trades_candle_1_hour_'],
        ['block', 'trades_candle_block_'],
        ['1 minute', 'trades_candle_1_minute_'],
      ]
      return Response.json({
        intervalToCandleId: names.map(([interval, start]) => ({ interval, candleId: `${start}${id}` })),
      })
    }
    case '/api/v2/candle': {
      const candles = node.candles(candleId, url.searchParams)
      const { more } = node
      if (candles === 500) return refusal(500)
      return Response.json({
        candles: {
          edges: candles.map((node) => ({ node, cursor: node.start })),
          pageInfo: { ...pageInfo, hasNextPage: more },
        },
      })
    }
    default:
      return refusal(404)
  }
}

const asked: URL[] = []
/** Aborted requests, by path and query. */
const aborted: string[] = []
const node: Node = { state: 'STATE_ACTIVE', markets: 'listed', intervals: 'listed', candles: () => [], more: false }

beforeEach(() => {
  // Ranges without an end reach to now: what interval fits them would depend on the day.
  vi.setSystemTime(Number(newest / 1_000_000n) + 3_600_000)
  asked.length = 0
  aborted.length = 0
  Object.assign(node, {
    state: 'STATE_ACTIVE',
    markets: 'listed',
    intervals: 'listed',
    more: false,
    candles: () => [candle(1, '9390240'), candle(0, '9393810')],
  })
  vi.stubGlobal('fetch', async (input: string, { signal }: RequestInit = {}) => {
    const url = new URL(input, 'http://node.example')
    asked.push(url)
    signal?.addEventListener('abort', () => aborted.push(url.pathname + url.search))
    // Requests for older candles never complete.
    if (node.more && url.searchParams.has('toTimestamp') && !url.searchParams.has('fromTimestamp'))
      await new Promise(() => undefined)
    return answer(node, url)
  })
})
let stopRouter = (): void => undefined
afterEach(() => {
  vi.useRealTimers()
  stopRouter()
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function open(address: string): Promise<void> {
  history.replaceState({}, '', address)
  const { element, stop } = testRouter({
    error: ({ error }) => String(error),
    pages: { '/markets/$marketId/candles': CandlesPage, '/candles/$candleId': CandlesPage },
  })
  stopRouter = stop
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () => {
    render(<QueryClientProvider client={queries}>{element}</QueryClientProvider>)
  })
}

describe('the page of candles', () => {
  test('shows exact figures of the market and asks with page size and order', async () => {
    await open(`/markets/${market}/candles?table=on`)
    expect(await screen.findByText('2 candles')).toBeTruthy()
    const grid = await screen.findByRole('grid', { name: 'Candles of BTC/USDT, 1h in view' })
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toContain('Volume, BTC')
    expect((await screen.findAllByText('93,938.10')).length).toBeGreaterThan(0)
    const request = asked.find(({ pathname }) => pathname === '/api/v2/candle')
    expect(request?.searchParams.get('pagination.first')).toMatch(/^\d+$/)
    expect(request?.searchParams.get('pagination.newestFirst')).toBe('true')
  })

  test('the title of a tab shows no old price as that of now', async () => {
    const Title = () => <output>{useCurrentTabTitle()?.now}</output>
    recordFacts('', { chainId: 'chain' })
    await open(`/markets/${market}/candles`)
    render(<Title />)
    expect(await screen.findByText(/^BTC\/USDT 93,938.10 .*1h$/)).toBeTruthy()
    vi.setSystemTime(Date.now() + 600_000)
    expect(await screen.findByText('BTC/USDT 1h', { selector: 'output' }, { timeout: 5000 })).toBeTruthy()
  })

  test('the last trade of an earlier range is not called that of the market', async () => {
    await open(`/markets/${market}/candles`)
    expect(await screen.findByText(/^Last trade 1 min/)).toBeTruthy()
    stopRouter()
    cleanup()
    node.candles = () => [candle(501, '9390240'), candle(500, '9393810')]
    await open(`/markets/${market}/candles?interval=1 hour&from=${newest - 502n * hour}&to=${newest - 499n * hour}`)
    expect(await screen.findByText('2 candles')).toBeTruthy()
    expect(screen.queryByText(/^Last trade/)).toBeNull()
  })

  test('a refusal is a failure with a retry, never emptiness, and its interval is marked', async () => {
    node.candles = () => 500
    await open(`/markets/${market}/candles`)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('500')
    expect(screen.queryByText(/No trades/)).toBeNull()
    expect(screen.getByRole('button', { name: '1h' }).querySelector('svg')).toBeTruthy()
    node.candles = () => [candle(0, '100')]
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('1 candles')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('button', { name: '1h' }).querySelector('svg')).toBeNull())
  })

  test('a candle id that names no market is called by its id in the sentence, not by a heading', async () => {
    node.candles = () => 500
    await open('/candles/foo')
    expect(await screen.findByText(/Could not load the candles of candle id foo/)).toBeTruthy()
    expect(document.body.textContent).not.toContain('Candle id, foo')
  })

  test('a market without trades names what was requested', async () => {
    node.candles = () => []
    await open(`/markets/${market}/candles?interval=1+minute`)
    const text = 'No 1 min candles for this market yet. New trades appear here automatically.'
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('an unlisted market is not shown as a quiet market that will trade soon', async () => {
    node.candles = () => []
    await open(`/markets/${'c3'.repeat(32)}/candles`)
    expect(await screen.findByText('No such market')).toBeTruthy()
    expect(screen.getByText(/This node lists no market with the id c3c3c3…c3c3c3/)).toBeTruthy()
    expect(screen.queryByText(/New trades|does not report the decimals/)).toBeNull()
  })

  test('a node that lists no markets at all does not claim that a market is unknown', async () => {
    Object.assign(node, { markets: 404, candles: () => [] })
    await open(`/markets/${'c3'.repeat(32)}/candles`)
    expect(await screen.findByText(/No 1 h candles for this market yet/)).toBeTruthy()
    expect(screen.queryByText(/No such market/)).toBeNull()
  })

  test('an empty stretch of the past waits for no new trade: it says where the candles begin, and who goes back further', async () => {
    const kept = candle(0, '100')
    node.candles = (candleId, params) => {
      if (params.get('pagination.newestFirst') === 'false')
        return [candleId.includes('minute') ? kept : candle(900 * 24, '100')]
      return candleId.includes('minute') ? [] : [kept]
    }
    const past = newest - 30n * 24n * hour
    const range = `from=${past}&to=${past + hour}`
    await open(`/markets/${market}/candles?interval=1+minute&${range}`)
    const before = /^No 1 min candles before 22 Oct 2026/
    expect(await screen.findByRole('heading', { name: before })).toBeTruthy()
    expect(await screen.findByText(/1 min candles start on 21 Nov 2026.*1 h candles go back further\.$/)).toBeTruthy()
    expect(screen.queryByText(/New trades|first trade|yet/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Show 1 h candles' }))
    await waitFor(() => expect(location.search).toBe(`?interval=1%20hour&${range}`))
  })

  test('fine candles that begin late name the longer ones that go back further', async () => {
    node.candles = (candleId, params) =>
      candleId.includes('hour') && params.get('pagination.newestFirst') === 'false'
        ? [candle(900 * 24, '100')]
        : [candle(1, '100'), candle(0, '100')]
    await open(`/markets/${market}/candles?interval=1+minute&from=${newest - 48n * hour}`)
    expect(await screen.findByText(/^1 min candles start on .*; 1 h candles go back further\.$/)).toBeTruthy()
  })

  test('an address that asks for nonsense is not shown as something else without a word', async () => {
    const [from, to] = [String(newest - hour), String(newest - 2n * hour)]
    await open(`/markets/${market}/candles?interval=7+minutes&from=${from}&to=${to}&scale=cube`)
    const said = async (text: RegExp) => (await screen.findByText(text)).textContent
    expect(await said(/the interval “7 minutes”, which this node does not list/)).toContain('Showing 1 h candles.')
    expect(await said(/a range from .* to .*, which ends before it starts/)).toContain('Showing the latest candles.')
    expect(await said(/the scale “cube”, which is not valid here/)).toContain('Showing the chart without it.')
    expect(await screen.findByText('2 candles')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(location.search).toBe(''))
    await waitFor(() => expect(screen.queryByText(/This address asks for/)).toBeNull())
  })

  test('a market is not compared with itself', async () => {
    await open(`/markets/${market}/candles?compare=trades_candle_1_hour_${market}`)
    expect(await screen.findByText(/asks for a market compared with itself\. Showing it alone\./)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Stop comparing/ })).toBeNull()
  })

  test('a copied link names interval and instants of the candles in view, so that it shows them on another day', async () => {
    await open(`/markets/${market}/candles?notional=on`)
    await screen.findByText('2 candles')
    const { pathname, searchParams } = new URL(frozenLink())
    expect(pathname).toBe(`/markets/${market}/candles`)
    expect(Object.fromEntries(searchParams)).toEqual({
      notional: 'on',
      interval: '1 hour',
      from: String(newest - hour),
      to: String(newest + hour),
    })
  })

  test('another interval never shows the candles of the one before', async () => {
    await open(`/markets/${market}/candles`)
    expect(await screen.findByText('2 candles')).toBeTruthy()
    node.candles = (candleId) => (candleId.includes('minute') ? [candle(0, '1')] : 500)
    fireEvent.click(screen.getByRole('button', { name: '1m' }))
    await waitFor(() => expect(screen.queryByText('2 candles')).toBeNull())
    expect(await screen.findByText('1 candles')).toBeTruthy()
    expect(screen.getByRole('button', { name: '1m' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('without a list of intervals or markets a pasted candle id works, in raw integers', async () => {
    Object.assign(node, { markets: 404, intervals: 404 })
    await open(`/candles/trades_candle_15_minutes_${market}`)
    // Two hours from a node that omits periods without trades: the quarter hours between them are drawn.
    expect(await screen.findByText('5 candles')).toBeTruthy()
    expect(screen.getByText(/did not list the intervals/)).toBeTruthy()
    expect(screen.getByText(/does not report the decimals/)).toBeTruthy()
    expect(screen.getByRole('button', { name: '15m' }).getAttribute('aria-pressed')).toBe('true')
    expect((await screen.findAllByText('9,393,810')).length).toBeGreaterThan(0)
    expect(screen.getByRole('menuitem', { name: /7 days/, hidden: true })).toBeTruthy()
  })

  test('a gap is said in words, with dashes for what it has not', async () => {
    node.candles = () => [candle(2, '100'), candle(1, ''), candle(0, '120')]
    await open(`/markets/${market}/candles?table=on`)
    const grid = await screen.findByRole('grid', { name: /in view/ })
    await screen.findByText('3 candles')
    // Rows are virtualized and happy-dom has no layout, but the row under the crosshair is always rendered.
    expect(grid.getAttribute('aria-rowcount')).toBe('4')
    expect(screen.getByText('1 empty')).toBeTruthy()
  })

  test('figures of the candles shown never stand under the name of the last 24 hours', async () => {
    await open(`/markets/${market}/candles`)
    await screen.findByText('2 candles')
    expect(screen.getByText('Range change')).toBeTruthy()
    expect(screen.getByText('Range volume')).toBeTruthy()
    // The table below the chart has a column of that name, which is rendered a moment later.
    expect(screen.queryByText('Change', { ignore: '[role=columnheader], [role=columnheader] *' })).toBeNull()
  })

  test('a range button is named in the address, shows that it is on, and asks for its candles', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Number((newest + hour / 2n) / 1_000_000n) })
    await open(`/markets/${market}/candles`)
    await screen.findByText('2 candles')
    const button = screen.getByRole('button', { name: '1D: show one day of 1 h candles' })
    expect(button.getAttribute('aria-pressed')).toBe('false')
    fireEvent.click(button)
    await waitFor(() => expect(location.search).toBe('?interval=1%20hour&range=1D'))
    expect(button.getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: '1m' }))
    await waitFor(() => expect(location.search).toBe('?interval=1%20minute'))
    const day = (): HTMLElement => screen.getByRole('button', { name: /^1D:/ })
    await waitFor(() => expect(day().getAttribute('aria-pressed')).toBe('false'))
  })

  test('a click on a range is not lost while the intervals are loading: the buttons wait for them', async () => {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const answered = globalThis.fetch
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (input.includes('/candle/intervals')) await released
      return answered(input, init)
    })
    await open(`/markets/${market}/candles`)
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^1W/ })
    expect(button.disabled).toBe(true)
    release()
    await waitFor(() => expect(button.disabled).toBe(false))
    fireEvent.click(button)
    await waitFor(() => expect(location.search).toContain('range=1W'))
  })

  test('the table is closed until T is pressed, wherever the focus is, and again after the next', async () => {
    await open(`/markets/${market}/candles`)
    await screen.findByText('2 candles')
    expect(screen.queryByRole('grid')).toBeNull()
    fireEvent.keyDown(document.body, { key: 't' })
    expect(await screen.findByRole('grid', { name: /in view/ })).toBeTruthy()
    expect(location.search).toBe('?table=on')
    const split = screen.getByRole('separator', { name: 'Height of the table' })
    expect(split.getAttribute('aria-valuenow')).toBe('40')
    fireEvent.keyDown(split, { key: 'ArrowUp' })
    expect(split.getAttribute('aria-valuenow')).toBe('45')
    fireEvent.keyDown(split, { key: 'End' })
    fireEvent.keyDown(split, { key: 'ArrowUp' })
    expect(split.getAttribute('aria-valuenow')).toBe('75')
    fireEvent.keyDown(document.body, { key: 't' })
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    expect(location.search).toBe('')
  })

  test('a view wider than what may be loaded goes to a longer interval and says so', async () => {
    node.more = true
    await open(`/markets/${market}/candles?interval=1+minute`)
    fireEvent.click(await screen.findByRole('button', { name: 'zoom far out' }))
    await waitFor(() => expect(location.search).toContain('interval=1%20hour'))
    expect(location.search).toMatch(/from=\d+/)
  })

  test('older candles load when fewer than 50 remain on the left, one request at a time', async () => {
    node.more = true
    await open(`/markets/${market}/candles`)
    await screen.findByText('2 candles')
    // Requests for the last 24 hours have both bounds and are not counted.
    const older = () =>
      asked.filter(({ searchParams: text }) => text.has('toTimestamp') && !text.has('fromTimestamp')).length
    const sent = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    fireEvent.click(screen.getByRole('button', { name: '50 candles left' }))
    await sent()
    expect(older()).toBe(0)
    fireEvent.click(screen.getByRole('button', { name: '49 candles left' }))
    await waitFor(() => expect(older()).toBe(1))
    fireEvent.click(screen.getByRole('button', { name: '50 candles left' }))
    fireEvent.click(screen.getByRole('button', { name: '49 candles left' }))
    await sent()
    expect(older()).toBe(1)
    expect(screen.getByText('Loading older candles')).toBeTruthy()
  })

  test('another interval calls off what is under way for the one before', async () => {
    node.more = true
    await open(`/markets/${market}/candles`)
    await screen.findByText('2 candles')
    fireEvent.click(screen.getByRole('button', { name: '49 candles left' }))
    await screen.findByText('Loading older candles')
    // The stream of new candles may have ended by now: the view left the newest candle.
    const abortedPages = () => aborted.filter((request) => !request.startsWith('/api/v2/stream/'))
    expect(abortedPages()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: '1m' }))
    await waitFor(() => expect(abortedPages()).toHaveLength(1))
    expect(abortedPages()[0]).toMatch(/candleId=trades_candle_1_hour_.*toTimestamp=/)
  })

  test('the picker finds markets by name and takes pasted ids', async () => {
    await open(`/markets/${market}/candles`)
    await screen.findByText('2 candles')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('BTC/USDT')
    HTMLElement.prototype.hidePopover = () => undefined
    const popup = screen.getByRole('combobox', { hidden: true, name: /^Market, or a pasted market or candle id/ })
    fireEvent(popup.parentElement!, Object.assign(new Event('beforetoggle'), { newState: 'open' }))
    fireEvent.change(popup, { target: { value: 'eth' } })
    fireEvent.keyDown(popup, { key: 'Enter' })
    await waitFor(() => expect(location.pathname).toBe(`/markets/${other}/candles`))
  })

  test('any party is chosen by its pasted key, however it is spelled', async () => {
    // A fresh browser has no watched and no recent parties.
    await open(`/markets/${market}/candles`)
    await screen.findByText('2 candles')
    HTMLElement.prototype.hidePopover = () => undefined
    expect(screen.getByRole('button', { name: 'Show the ledger of a party' })).toBeTruthy()
    const field = screen.getByRole('combobox', { hidden: true, name: 'Party, or a pasted public key' })
    fireEvent(field.parentElement!, Object.assign(new Event('beforetoggle'), { newState: 'open' }))
    expect(field.parentElement?.textContent).toBe('Paste a public key.')
    fireEvent.change(field, { target: { value: 'somebody' } })
    expect(field.parentElement?.textContent).toBe('No match. Paste a public key.')
    fireEvent.change(field, { target: { value: ` 0x${'AB'.repeat(32)} ` } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(location.search).toBe(`?party=${'ab'.repeat(32)}`))
    expect(await screen.findByRole('region', { name: 'Ledger of the range' })).toBeTruthy()
  })

  test('a VWAP from a candle that is not loaded says so, and one that is loaded has its figure', async () => {
    const figure = async (start: bigint) => {
      await open(`/markets/${market}/candles?anchor=${start}`)
      const { textContent } = await screen.findByText(/^VWAP from/)
      cleanup()
      stopRouter()
      return textContent
    }
    expect(await figure(newest - 9n * hour)).toMatch(/^VWAP from .* needs older candles$/)
    expect(await figure(newest - hour)).toMatch(/^VWAP from .* [\d,.]+$/)
  })

  test('in place of figures, a settled, a pending and an unknown market are told apart', async () => {
    node.candles = () => []
    const wordsOf = async (id: string, state: string) => {
      node.state = state
      await open(`/markets/${id}/candles`)
      const words = (await screen.findByText(/^No figures: /)).textContent
      cleanup()
      stopRouter()
      return words
    }
    expect(await wordsOf(market, 'STATE_SETTLED')).toBe('No figures: no candles in this range. The market is settled.')
    expect(await wordsOf(market, 'STATE_PENDING')).toBe(
      'No figures: no candles in this range. The market is in its opening auction: candles begin with its first trade.',
    )
    expect(await wordsOf(market, 'STATE_ACTIVE')).toBe('No figures: no candles in this range.')
    expect(await wordsOf('c3'.repeat(32), 'STATE_ACTIVE')).toBe('No figures: this node lists no such market.')
  })
})
