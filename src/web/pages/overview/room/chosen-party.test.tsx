// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordResponse, recordFacts, nodeState } from '../../../client/node-status.ts'
import { preferences } from '../../../preferences/preferences.ts'
import { Basis, ChosenParty } from './chosen-party.tsx'

const start = 1_800_000_000_000
const ns = (ms: number): bigint => BigInt(ms) * 1_000_000n
let round = 0

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  preferences.reset()
  preferences.set({ node: `https://chosen${++round}.example` })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The text below the sentence of a party, when the last block is `agoMs` old and the epoch ends an hour after it. */
function basisAfter(agoMs: number): string {
  const { base } = nodeState.get()
  const last = ns(start - agoMs)
  recordResponse(base, new Headers({ 'X-Block-Height': '7', 'X-Block-Timestamp': String(last) }), start, start)
  recordFacts(base, { epoch: { seq: '39', start: last - ns(3_600_000), end: last + ns(3_600_000) } })
  const facts = { history: {}, epoch: '39', forecast: undefined }
  return render(<Basis verdict={{ context: 'Nothing else.' }} {...facts} />).container.textContent
}

test('no reset of counters is promised on a chain that has stopped', () => {
  expect(basisAfter(2000)).toMatch(/^Nothing else. Counters reset at /)
  cleanup()
  preferences.set({ node: `https://chosen${++round}.example` })
  expect(basisAfter(900 * 86_400_000)).toBe('Nothing else.')
})

test('limits that were never read have no age', () => {
  const failure = { kind: 'answer', message: 'no core node', url: '', at: start, status: 501 } as const
  const row = { partyId: 'ab'.repeat(32), role: 'watched', watched: true, failure, dataUpdatedAt: 0 }
  const { container } = render(
    <ChosenParty row={{ ...row, verdict: undefined, history: {}, pow: undefined, epoch: undefined }} />,
  )
  expect(container.textContent).toContain('Could not load its limits')
  expect(container.textContent).not.toMatch(/ old\b/)
})
