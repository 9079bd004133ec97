// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RunningCard } from './running-card.tsx'
import { emptyFile, plainOptions, type Run } from '../run/run.ts'

const party = 'c1'.repeat(32)
const address = `http://node/api/v2/ledgerentry/export?partyId=${party}`

beforeEach(() => vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A run of private storage that has written so many bytes. */
function show(written: number, more: Partial<Run> & { silent?: number } = {}): string {
  const { silent = 0, ...change } = more
  const facts = { bytes: written, rows: 1234, first: undefined, last: '2024-03-01 10:00:00+00', flaw: undefined }
  const run: Run = {
    id: 'a',
    request: { partyId: party },
    options: plainOptions,
    url: address,
    base: 'http://node',
    label: '',
    startedAt: 0,
    elapsed: 2000,
    parts: [{ label: '', url: address, file: 0, attempts: 0 }],
    files: [emptyFile({ kind: 'private', name: 'export-a-0.csv' }, 'a.csv')],
    out: undefined,
    folder: undefined,
    working: 'receiving',
    progress: { facts, received: written + 65_536, size: written, silent },
    speeds: [],
    preview: [],
    outcome: undefined,
    failure: undefined,
    room: undefined,
    ...change,
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RunningCard run={run} />
    </QueryClientProvider>,
  )
  return screen.getByRole('region', { name: 'Running' }).textContent ?? ''
}

test('what has come is told in bytes, rows, rate and time; no share of an unknown whole is made up', () => {
  const text = show(10_000_000)
  for (const words of ['10.06 MB', '1,234', '5.03 MB/s', '2.0 s elapsed', '10 MB in the file', 'size not announced'])
    expect(text).toContain(words)
  expect(text).not.toContain('%')
})

test('storage that is nearly full is said before it is', () => {
  expect(show(89_000_000, { room: 100_000_000 })).not.toContain('The browser keeps little more')
  cleanup()
  expect(show(91_000_000, { room: 100_000_000 })).toContain(
    'The browser keeps little more for this page: about 9 MB are left.',
  )
  cleanup()
  expect(show(91_000_000)).not.toContain('The browser keeps little more')
})

test('silence is said after ten seconds', () => {
  expect(show(1000, { silent: 9000 })).not.toContain('No byte for')
  cleanup()
  expect(show(1000, { silent: 11_000 })).toContain('No byte for 11 s.')
})
