// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { pageCode } from '../app/page-code.ts'
import type { RoutePath } from '../../wire/pages.ts'
import { testRouter } from '../../../tests/web/render-routes.tsx'

const id = '0e'.repeat(32)
const page = { edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' } }
const counter = { countForEpoch: '0', maxForEpoch: '20', minTokensRequired: '0' }
const counters = ['applyReferralCode', 'createReferralSet', 'updateReferralSet', 'delegations', 'issueSignatures']
const statistics = {
  epochSeq: '7',
  ...Object.fromEntries([...counters, 'nodeAnnouncements', 'proposals', 'transfers'].map((name) => [name, counter])),
  votes: { maxForEpoch: '3', statistics: [] },
}
const lists: Readonly<Record<string, object>> = {
  '/api/v2/parties': { parties: page },
  '/api/v2/markets': { markets: page },
  '/api/v2/assets': { assets: page },
  '/api/v2/margin-modes': { partyMarginModes: page },
  '/api/v2/liquidity/providers': { liquidityProviders: page },
  [`/api/v2/teams/referees/history/${id}`]: { teamRefereeHistory: page },
  '/api/v2/candle': { candles: page },
  '/api/v2/candle/intervals': { intervalToCandleId: [] },
  [`/statistics/spam/${id}`]: { chainId: 'test', statistics },
}
const notFound = () => {
  const detail = { '@type': 'type.googleapis.com/vega.ErrorDetail', code: 250001, message: 'failed to get it' }
  return Response.json({ code: 5, message: 'NotFound error', details: [detail] }, { status: 404 })
}

let stop = (): void => undefined
afterEach(() => {
  stop()
  cleanup()
  vi.unstubAllGlobals()
})

async function open(path: RoutePath, answers: (path: string) => Response | Promise<Response> | undefined) {
  vi.stubGlobal('fetch', async (url: string) => answers(new URL(url, 'http://node.example').pathname))
  history.replaceState({}, '', path.replace(/\$\w+/, id))
  const Page = await pageCode.get(path)!()
  const routed = testRouter({ pages: { [path]: () => <Page /> } })
  stop = routed.stop
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () => void render(<QueryClientProvider client={queries}>{routed.element}</QueryClientProvider>))
}
const known = (path: string): Response => (lists[path] ? Response.json(lists[path]) : notFound())
const words = (): string => document.body.textContent

test.each([
  ['/parties/$partyId', /no record of this key/, /Margin|unused|Ledger export|0 \/ /],
  ['/spam/$partyId', /no record of this key/, /Transfers|0 \/ |% used/],
  ['/markets/$marketId', /no market with this id/, /Margin modes|Liquidity|Price|Rules/],
  ['/assets/$assetId', /No asset of this node has this id/, /settles in/],
] as const)('nothing is shown of what the node does not know but one sentence: %s', async (path, sentence, zeros) => {
  await open(path, known)
  await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: sentence })).toBeTruthy())
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1)
  expect(words()).not.toMatch(zeros)
  expect(words().match(new RegExp(sentence, 'gi'))).toHaveLength(1)
})

test('while it is checked whether the node knows a key its zeros are not shown', async () => {
  const parties = new Promise<Response>(() => undefined)
  await open('/spam/$partyId', (path) => (path === '/api/v2/parties' ? parties : known(path)))
  await waitFor(() => expect(words()).toContain('Checking whether this node knows the key.'))
  expect(screen.queryByRole('article')).toBeNull()
})
