// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preferences } from '../../../preferences/preferences.ts'
import { PreviewPanel } from './preview-panel.tsx'
import type { Outcome } from '../run/run-store.ts'

const party = 'c1'.repeat(32)
const line = (at: number): string =>
  `2024-03-01 10:00:00+00,${at},${at},TRANSFER_TYPE_WIN,d1,"",network,NETWORK_TREASURY,0,"",${party},GENERAL,${at}`
const linesOf = (count: number): string[] => Array.from({ length: count }, (_, at) => line(at + 1))

beforeEach(() => vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  preferences.set({ zone: 'utc' })
})

/** The words below the rows of a preview. */
async function preview(shown: number, rows: number, outcome: Outcome | undefined): Promise<string> {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PreviewPanel lines={linesOf(shown)} rows={rows} party={party} outcome={outcome} />
    </QueryClientProvider>,
  )
  return (await screen.findByRole('contentinfo')).textContent ?? ''
}

test('while rows still come, the footer does not call the shown rows all', async () => {
  const foot = await preview(500, 500, undefined)
  expect(foot).toContain('500 loaded')
  expect(foot).toContain('more rows may arrive')
  expect(foot).not.toMatch(/\ball\b/)
})

test.each<[shown: number, rows: number, outcome: Outcome, foot: string]>([
  [120, 120, 'complete', 'all 120 loaded'],
  [500, 1234, 'complete', '500 loadedthe file holds 1,234 rows'],
  [120, 120, 'incomplete', '120 loaded'],
  [120, 120, 'unchecked', '120 loaded'],
])('%i of %i rows of a file that is %s', async (shown, rows, outcome, foot) => {
  expect(await preview(shown, rows, outcome)).toBe(foot)
})

test('what a cell shows is found, not only what the file holds', async () => {
  await preview(120, 120, 'complete')
  fireEvent.change(screen.getByRole('textbox', { name: 'Find in loaded rows' }), { target: { value: 'win' } })
  expect(await screen.findByText('1 of 120 rows')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Find in loaded rows' }), {
    target: { value: 'network treasury' },
  })
  expect(await screen.findByText('1 of 120 rows')).toBeTruthy()
})

test('two rows of the hour that clocks show twice do not read as one time', async () => {
  preferences.set({ zone: 'Europe/Berlin' })
  const lines = ['00', '01'].map((hour) => line(1).replace('2024-03-01 10:00:00', `2026-10-25 ${hour}:30:00`))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PreviewPanel lines={lines} rows={2} party={party} outcome="complete" />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('25 Oct 2026, 02:30:00.000000 +02:00')).toBeTruthy()
  expect(screen.getByText('25 Oct 2026, 02:30:00.000000 +01:00')).toBeTruthy()
})
