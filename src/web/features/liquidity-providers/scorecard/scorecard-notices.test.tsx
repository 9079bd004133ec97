// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { scoreOf, type ScoreRows } from '../scores/rows.ts'
import { ScorecardNotices } from './scorecard-notices.tsx'

afterEach(cleanup)

const quiet: ScoreRows = {
  rows: [],
  market: undefined,
  top: undefined,
  waiting: 0,
  failed: 0,
  left: 0,
  refetch: () => undefined,
}
const show = (part: Partial<ScoreRows>, more: { trusted?: boolean; raw?: string[] } = {}): HTMLElement =>
  render(<ScorecardNotices scores={{ ...quiet, ...part }} trusted={more.trusted ?? true} raw={more.raw ?? []} />)
    .container

test('nothing is said when there is nothing to know', () => {
  expect(show({}).textContent).toBe('')
  expect(show({}, { trusted: false }).textContent).toBe('')
})

test('a node that repeats one service level: Lyra reads each market separately, and that is said meanwhile', () => {
  expect(show({ waiting: 2 }, { trusted: false }).textContent).toContain('so Lyra reads each market separately')
  cleanup()
  expect(show({ waiting: 2 }).textContent).toBe('')
})

test('markets that could not be loaded are counted with what is missing, and can be retried', () => {
  const refetch = vi.fn<() => void>()
  const notices = show({ failed: 1, refetch }, { trusted: false })
  expect(notices.textContent).toContain('1 market could not be loaded in full: no rank or expected fees there')
  expect(notices.textContent).toContain(', and no service level.')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('a party with positions in more markets than are read says which have no rank', () => {
  expect(show({ left: 3 }).textContent).toContain(
    'Positions in more than 20 markets: 3 markets are listed without a rank.',
  )
})

test('ranks among a part of the providers are said to be that', () => {
  expect(show({ market: scoreOf([], false) }).textContent).toContain('ranks and shares cover the loaded ones')
  cleanup()
  expect(show({ market: scoreOf([], true) }).textContent).toBe('')
})

test('unknown decimals lead to where they can be set', () => {
  const asset = 'd4'.repeat(32)
  expect(show({}, { raw: [asset] }).textContent).toContain('so amounts are shown raw, as received')
  expect(screen.getByRole('link', { name: 'Set decimals' }).getAttribute('href')).toBe(`/settings?decimals=${asset}`)
})
