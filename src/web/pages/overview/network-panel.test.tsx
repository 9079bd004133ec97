// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseInstant } from '../../format/time.ts'
import { recordBlockTime, recordFacts, recordNoResponse, recordResponse } from '../../client/node-status.ts'
import { preferences } from '../../preferences/preferences.ts'
import { NetworkPanel } from './network-panel.tsx'

let base = ''
let round = 0
beforeEach(() => {
  base = `https://network${++round}.example`
  preferences.reset()
  preferences.set({ node: base, zone: 'utc' })
})
afterEach(cleanup)

const line = (name: string): string | undefined => screen.queryByText(name)?.parentElement?.textContent

test('the end of the epoch is named in the zone of the reader, for windows without a status line', () => {
  const instant = (text: string): bigint => parseInstant(text, 'utc') ?? 0n
  recordBlockTime(base, instant('2024-03-31 00:00:00'))
  recordFacts(base, {
    epoch: { seq: '39', start: instant('2024-03-30 00:00:01'), end: instant('2024-03-31 00:00:01') },
  })
  render(<NetworkPanel />)
  expect(line('Epoch')).toBe('Epoch39, ends 31 Mar 2024, 00:00:01 UTC')
  expect(line('Lag')).toBeUndefined()
})

test('the lag of a node that went away is that of no moment any more', () => {
  recordResponse(base, new Headers({ 'X-Block-Height': '5' }), Date.now(), Date.now())
  recordFacts(base, { coreHeight: '5' })
  render(<NetworkPanel />)
  expect(line('Lag')).toBe('Lag0 blocks')
  cleanup()
  recordNoResponse(base, 'unreachable', Date.now() + 1)
  render(<NetworkPanel />)
  expect(line('Lag')).toBe('Lagnot loaded')
})

test('the lag of a node that never answered is not loaded, not unreported', () => {
  recordNoResponse(base, 'unreachable', Date.now())
  render(<NetworkPanel />)
  expect(line('Lag')).toBe('Lagnot loaded')
  expect(screen.queryByText('not reported')).toBeNull()
})
