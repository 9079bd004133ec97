// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { VotesPanel } from './limits.tsx'

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
  fireEvent.click(screen.getByRole('button', { name: 'Show 200 more of 5,000 proposals' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(212)
})
