// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SpamCard } from './spam-card.tsx'

afterEach(cleanup)

test('the limits of a key that could not be checked are no empty panel', () => {
  const gauges = (['transfers', 'pow'] as const).map(
    (name) => ({ name, used: '0', max: '20', left: '20', state: 'unknown' }) as const,
  )
  const data = { epoch: '7', gauges, work: undefined }
  const query = { data, error: null, dataUpdatedAt: 1, isFetching: false, refetch: () => undefined }
  render(<SpamCard partyId={'a1'.repeat(32)} query={query} />)
  expect(screen.getByText('2 limits unused.')).toBeTruthy()
})
