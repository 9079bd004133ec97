// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RunningCard } from './running-card.tsx'
import { originalForm, type Run } from '../run/run-store.ts'

const party = 'c1'.repeat(32)
const address = `http://node/api/v2/ledgerentry/export?partyId=${party}`

beforeEach(() => vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A run of private storage that has written so many bytes. */
function show(written: number, more: Partial<Run> & { idleMs?: number } = {}): string {
  const { idleMs = 0, ...change } = more
  const facts = { bytes: written, rows: 1234, first: undefined, last: '2024-03-01 10:00:00+00', flaw: undefined }
  const run: Run = {
    id: 'a',
    request: { partyId: party },
    form: originalForm,
    url: address,
    base: 'http://node',
    label: '',
    startedAt: 0,
    elapsed: 2000,
    file: { target: { kind: 'private', name: 'export-a.csv' }, name: 'a.csv' },
    out: undefined,
    working: 'receiving',
    progress: { facts, received: written + 65_536, idleMs, hashed: true, party: undefined, shown: 0 },
    preview: [],
    outcome: undefined,
    failure: undefined,
    freeBytes: undefined,
    ...change,
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RunningCard run={run} />
    </QueryClientProvider>,
  )
  return screen.getByRole('region', { name: 'Running' }).textContent ?? ''
}

test('bytes, rows, rate and time are shown, without a percentage of an unknown whole', () => {
  const text = show(10_000_000)
  for (const words of ['10.06 MB', '1,234', '5.03 MB/s', '2.0 s elapsed', '10 MB in the file', 'total size unknown'])
    expect(text).toContain(words)
  expect(text).not.toContain('%')
})

test('a notice appears before the storage is full', () => {
  expect(show(89_000_000, { freeBytes: 100_000_000 })).not.toContain('The browser keeps little more')
  cleanup()
  expect(show(91_000_000, { freeBytes: 100_000_000 })).toContain('Browser storage is almost full: about 9 MB are left.')
  cleanup()
  expect(show(91_000_000)).not.toContain('The browser keeps little more')
})

test('a connection without bytes is reported after ten seconds', () => {
  expect(show(1000, { idleMs: 9000 })).not.toContain('No data for')
  cleanup()
  expect(show(1000, { idleMs: 11_000 })).toContain('No data for 11 s.')
})

test('an export that waits for the end of a pause says so, and is not said to have lost its connection', () => {
  const facts = { bytes: 0, rows: 0, first: undefined, last: undefined, flaw: undefined }
  const rest = { facts, received: 0, hashed: true, party: undefined, shown: 0 }
  const text = show(0, { progress: { ...rest, idleMs: 20_000, pausedUntil: 1_795_176_000_000 } })
  expect(text).toContain('Waiting: rate limited by the node until 20 Nov 2026')
  expect(text).not.toContain('No data for')
})

test('a page that may not compile WebAssembly says that the file has no hash', () => {
  expect(show(1000)).not.toContain('SHA-256')
  cleanup()
  const facts = { bytes: 1, rows: 1, first: undefined, last: undefined, flaw: undefined }
  expect(
    show(1000, { progress: { facts, received: 1, idleMs: 0, hashed: false, party: undefined, shown: 0 } }),
  ).toContain('No SHA-256')
})
