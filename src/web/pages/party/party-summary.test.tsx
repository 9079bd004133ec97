// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PartySummary } from './party-summary.tsx'

afterEach(cleanup)

const error = new Error('no core')
const spam = { data: undefined, error, dataUpdatedAt: 0, isFetching: false, refetch: () => undefined }

test('that everything else was read is said only where it was', () => {
  const view = render(<PartySummary spam={spam} others={false} lines={[]} />)
  expect(screen.getByText('See the reason below.')).toBeTruthy()
  view.rerender(<PartySummary spam={spam} others lines={[]} />)
  expect(screen.getByText('See the reason below. Everything else is loaded.')).toBeTruthy()
})
