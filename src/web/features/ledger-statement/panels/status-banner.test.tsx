// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createObservable } from '../../../observable.ts'
import type { Reading, Session } from '../reading/session.ts'
import { StatusBanner } from './status-banner.tsx'

afterEach(cleanup)

const facts = { bytes: 1, rows: 200, first: '1', last: '2', flaw: undefined }
const reading = createObservable<Reading>({
  phase: 'reading',
  progress: { facts, shown: 200, received: 1, idleMs: 0, hashed: true, party: undefined },
  result: undefined,
  verdict: undefined,
  failure: undefined,
  startedAt: 0,
  endedAt: undefined,
})

test('a screen reader is told how reading ended, and not each count before', () => {
  const session = { source: { kind: 'file', name: 'a.csv', file: new Blob(), party: undefined }, url: '', reading }
  const { container } = render(<StatusBanner session={session as unknown as Session} />)
  const live = () => container.querySelector('[aria-live]')?.getAttribute('aria-live')
  expect(live()).toBe('off')
  act(() => reading.set({ ...reading.get(), phase: 'ended' }))
  expect(live()).toBe('polite')
})
