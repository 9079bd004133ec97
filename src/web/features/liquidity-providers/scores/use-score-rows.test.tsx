// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { listOfRows } from '../../../list/list.ts'
import type { SlaVerdict } from '../../../../wire/sla/sla-verdict.ts'
import { maxMarkets, useScoreRows, type ScoreRows } from './rows.ts'

const hex = (at: number): string => at.toString(16).padStart(64, '0')
const party = hex(9999)
const provider = (market: number, buys: string): LiquidityProvider => ({
  partyId: party,
  marketId: hex(market),
  feeShare: null,
  sla: {
    party,
    currentEpochFractionOfTimeOnBook: '1',
    lastEpochFractionOfTimeOnBook: '1',
    lastEpochFeePenalty: '0',
    lastEpochBondPenalty: '0',
    hysteresisPeriodFeePenalties: [],
    requiredLiquidity: '100',
    notionalVolumeBuys: buys,
    notionalVolumeSells: '100',
  },
})

let asked: string[] = []
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://node')
    const marketId = searchParams.get('marketId') ?? ''
    asked.push(`${pathname} ${marketId}`)
    const market = Number.parseInt(marketId, 16)
    if (market === 2) return new Response('{"code":5,"message":"gone"}', { status: 404 })
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' }
    const edges = [{ node: provider(market, String(market)), cursor: 'c' }]
    return new Response(JSON.stringify({ liquidityProviders: { edges, pageInfo } }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const verdictOf = (): SlaVerdict => ({ state: 'unknown', reason: 'not judged here' })

function show(count: number, trusted: boolean) {
  // This node repeats the service level of one market on every position.
  const positions = Array.from({ length: count }, (_, at) => provider(at + 1, '777'))
  const listing = listOfRows(positions)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const seen: ScoreRows[] = []
  function Page() {
    seen.push(useScoreRows(listing, { marketId: undefined, partyId: party, trusted, verdictOf }))
    return null
  }
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  return { first: () => seen[0]!, now: () => seen.at(-1)! }
}

test('each position gets the service level of its own market; one whose market failed has none', async () => {
  const { first, now } = show(3, false)
  expect(first().rows.map(({ sla }) => sla)).toEqual(['asking', 'asking', 'asking'])
  await waitFor(() => expect(now().waiting).toBe(0))
  expect(asked).toEqual([1, 2, 3].map((market) => `/api/v2/liquidity/providers ${hex(market)}`))
  expect(now().rows.map(({ sla, provider }) => [sla, provider.sla?.notionalVolumeBuys])).toEqual([
    ['known', '1'],
    ['refused', undefined],
    ['known', '3'],
  ])
  expect([now().failed, now().left]).toEqual([1, 0])
})

test('a node that keeps service levels apart is taken at its word', async () => {
  const { now } = show(1, true)
  await waitFor(() => expect(now().waiting).toBe(0))
  expect(now().rows[0]?.provider.sla?.notionalVolumeBuys).toBe('777')
})

test('a party in very many markets does not spend the whole budget: the others are counted', async () => {
  const { now } = show(maxMarkets + 3, false)
  await waitFor(() => expect(now().waiting).toBe(0))
  expect(asked).toHaveLength(maxMarkets)
  expect(now().left).toBe(3)
})
