// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { VotesPanel } from './limits.tsx'
import { ProofOfWorkPanel } from './proof-of-work/proof-of-work-panel.tsx'

afterEach(cleanup)

test('votes on thousands of proposals do not freeze the page: the fullest are shown, the others on request', () => {
  const statistics = Array.from({ length: 5_000 }, (_, at) => ({
    proposal: at.toString(16).padStart(64, 'a'),
    countForEpoch: String(at % 4),
    minTokensRequired: '0',
    bannedUntil: '',
  }))
  const votes = { statistics, maxForEpoch: '3', bannedUntil: '' }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <VotesPanel votes={votes} thresholds={{ watchAt: 60, nearAt: 80 }} stale={false} />
    </QueryClientProvider>,
  )
  expect(screen.getAllByText('3 of 3 used')).toHaveLength(12)
  expect(screen.getAllByRole('listitem')).toHaveLength(12)
  expect(screen.getByText('5,000 proposals voted on')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show more of 5,000 proposals' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(212)
})

test('thousands of blocks of proof of work do not freeze the page: a press shows 200 more', () => {
  const blockStates = Array.from({ length: 3_000 }, (_, at) => ({
    blockHeight: String(5_000 + at),
    blockHash: at.toString(16).padStart(64, 'b'),
    transactionsSeen: '0',
    expectedDifficulty: '15',
    hashFunction: 'sha3_24_rounds' as const,
    difficulty: '15',
    txPerBlock: '2',
    increasingDifficulty: true,
  }))
  const panel = (of: number) => (
    <QueryClientProvider client={new QueryClient()}>
      <ProofOfWorkPanel
        pow={{ numberOfPastBlocks: '3000', blockStates: blockStates.slice(0, of) }}
        answeredAt={0n}
        stale={false}
      >
        {null}
      </ProofOfWorkPanel>
    </QueryClientProvider>
  )
  const rows = (): number => screen.getAllByRole('row').length - 1
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const view = render(panel(3_000))
  expect(rows()).toBe(12)
  press('Show more of 3,000 blocks')
  expect(rows()).toBe(212)
  view.rerender(panel(300))
  press('Show more of 300 blocks')
  expect(rows()).toBe(300)
  press('Show fewer blocks')
  expect(rows()).toBe(12)
})
