// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PartySummary } from './party-summary.tsx'

afterEach(cleanup)

const query = { data: undefined, dataUpdatedAt: 0, isFetching: false, refetch: () => undefined }
const line = { name: 'Team', icon: 'team', line: undefined } as const

test('what failed is told by its panel alone; what still loads keeps its place', () => {
  const view = render(
    <PartySummary spam={{ ...query, error: new Error('no core') }} lines={[{ ...line, failed: true }]} />,
  )
  expect(screen.queryByRole('heading')).toBeNull()
  expect(screen.queryByText('Team')).toBeNull()
  view.rerender(<PartySummary spam={{ ...query, error: null }} lines={[{ ...line, failed: false }]} />)
  expect(screen.getByRole('heading', { name: 'Loading\u2026' })).toBeTruthy()
  expect(screen.getByText('Team')).toBeTruthy()
})
