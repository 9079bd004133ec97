// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { SlaCell } from './sla-cell.tsx'
import { useSlaVerdict } from './use-sla-verdict.ts'

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
  vi.unstubAllGlobals()
})

/** A cell over a node whose list of markets answers on demand. */
function show() {
  let resolve: (response: Response) => void = () => undefined
  const promise = new Promise<Response>((settle) => (resolve = settle))
  vi.stubGlobal('fetch', () => promise)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const Cell = () => <SlaCell verdict={useSlaVerdict(0)(provider)} />
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
