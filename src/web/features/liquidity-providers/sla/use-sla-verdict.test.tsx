// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { nodeState, recordFacts } from '../../../client/node-status.ts'
import { preferences } from '../../../preferences/preferences.ts'
import { useList } from '../../../list/use-list.ts'
import { liquidityProvidersQuery } from '../query.ts'
import { SlaCell, useSlaVerdict } from './sla-cell.tsx'

const id = 'a'.repeat(64)
const provider: LiquidityProvider = {
  partyId: 'p',
  marketId: id,
  feeShare: null,
  sla: {
    party: 'p',
    currentEpochFractionOfTimeOnBook: '0.7',
    lastEpochFractionOfTimeOnBook: '1',
    lastEpochFeePenalty: '0',
    lastEpochBondPenalty: '0',
    hysteresisPeriodFeePenalties: [],
    requiredLiquidity: '10',
    notionalVolumeBuys: '10',
    notionalVolumeSells: '10',
  },
}
const market = (liquiditySlaParams: object) => ({
  id,
  state: 'STATE_ACTIVE',
  tradingMode: 'TRADING_MODE_CONTINUOUS',
  decimalPlaces: '2',
  positionDecimalPlaces: '0',
  tradableInstrument: { instrument: { code: 'M', name: 'M' } },
  liquiditySlaParams,
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A cell over a node whose list of markets answers on demand. */
function show(readAt = 0) {
  let resolve: (response: Response) => void = () => undefined
  const promise = new Promise<Response>((settle) => (resolve = settle))
  vi.stubGlobal('fetch', async () => (await promise).clone())
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const Cell = () => <SlaCell verdict={useSlaVerdict(readAt)(provider)} marketId={id} />
  const { container } = render(
    <QueryClientProvider client={client}>
      <Cell />
    </QueryClientProvider>,
  )
  return {
    text: () => container.textContent.replaceAll('\u00a0', ' '),
    title: () => container.querySelector('[title]')?.getAttribute('title'),
    answer: (markets: readonly object[]) =>
      resolve(
        Response.json({
          markets: {
            edges: markets.map((node) => ({ node, cursor: 'c' })),
            pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' },
          },
        }),
      ),
    refuse: () => resolve(Response.json({ code: 5, message: 'Not Found' }, { status: 404 })),
  }
}

test('while the markets load the verdict is loading, not one that this node could not give', async () => {
  const { text, title, answer } = show()
  expect(text()).toBe('Loadingloading the market’s minimum')
  answer([market({ commitmentMinTimeFraction: '0.6' })])
  await waitFor(() => expect(text()).toContain('Passing'))
  expect(title()).toContain('Time on book 0.7 of the epoch so far, minimum 0.6 (60.0\u00a0%)')
})

test.each([
  ['does not list markets', ({ refuse }: ReturnType<typeof show>) => refuse()],
  ['lists the market without a minimum', ({ answer }: ReturnType<typeof show>) => answer([market({})])],
])('a node that %s does not tell the minimum', async (_, tell) => {
  const shown = show()
  tell(shown)
  await waitFor(() => expect(shown.text()).toBe('Unknownthis node does not report the market’s minimum'))
})

test('while the epoch loads its end is loading, not one that the node does not tell', async () => {
  preferences.set({ node: 'https://epoch.example' })
  const { text, answer } = show()
  answer([market({ commitmentMinTimeFraction: '0.8' })])
  await waitFor(() => expect(text()).toBe('Loadingloading the epoch'))
  act(() => recordFacts('https://epoch.example', {}))
  expect(text()).toBe('Failingthe end of the epoch is not known')
})

test('a node that died three minutes ago gives no orders on liquidity', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, shouldAdvanceTime: true })
  recordFacts(nodeState.get().base, {})
  const { text, answer } = show(Date.now())
  answer([market({ commitmentMinTimeFraction: '0.8' })])
  await waitFor(() => expect(text()).toContain('Failing'))
  act(() => void vi.advanceTimersByTime(180_000))
  expect(text()).toBe('Stale')
  expect(document.querySelector('[title="No advice: values are 3 min old."]')).not.toBeNull()
})

test('what is required now is read again at the interval of the watch room', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  const fetch = vi.fn(async () =>
    Response.json({
      liquidityProviders: {
        edges: [{ node: provider, cursor: 'c' }],
        pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: 'c', endCursor: 'c' },
      },
    }),
  )
  vi.stubGlobal('fetch', fetch)
  const client = new QueryClient()
  renderHook(() => useList(liquidityProvidersQuery({ marketId: id })), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(fetch).toHaveBeenCalledTimes(1)
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(fetch.mock.calls.length).toBeGreaterThanOrEqual(4)
})
