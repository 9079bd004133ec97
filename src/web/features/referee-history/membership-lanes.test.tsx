// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { HistoryVerdict, MembershipLanes } from './membership-lanes.tsx'
import { membershipsOf } from './memberships.ts'

const team = (letter: string): string => letter.repeat(64)
const join = (letter: string, epoch: number) => ({
  teamId: team(letter),
  joinedAt: String(BigInt(epoch) * 86_400_000_000_000n),
  joinedAtEpoch: String(epoch),
})
const whole = { newestFirst: true, complete: true }
// a, b, a again, and c, where the party is now.
const memberships = membershipsOf([join('c', 1781), join('a', 1669), join('b', 1645), join('a', 1442)], whole)

afterEach(cleanup)

const lanes = (): HTMLElement[] => screen.getAllByRole('list').slice(1)
const bandsOf = (lane: HTMLElement | undefined): HTMLElement[] => (lane ? within(lane).getAllByRole('listitem') : [])

test('each team has a lane, the one joined last on top, and each membership a band with its time and length', () => {
  render(<MembershipLanes memberships={memberships} complete />)
  expect(lanes().map((lane) => lane.parentElement?.querySelector('[data-id]')?.getAttribute('data-id')?.[0])).toEqual([
    'c',
    'a',
    'b',
  ])
  expect(lanes().map((lane) => bandsOf(lane).length)).toEqual([1, 2, 1])
  expect(bandsOf(lanes()[1]).map((band) => band.textContent)).toEqual([
    expect.stringContaining('203 d, 203 epochs, first join of this team'),
    expect.stringMatching(/112 d, 112 epochs$/),
  ])
  expect(bandsOf(lanes()[0])[0]?.textContent).toMatch(/so far, first join of this team, current$/)
  expect(screen.getByText('2 times, 315 d')).toBeTruthy()
})

test('bands lie to scale on one axis, from the first join to now', () => {
  render(<MembershipLanes memberships={membershipsOf([join('b', 30), join('a', 20), join('b', 10)], whole)} complete />)
  const [b, a] = lanes().map((lane) => bandsOf(lane).map(({ style }) => Number.parseFloat(style.left)))
  expect(b?.[0]).toBe(0)
  expect(2 * (a?.[0] ?? 0)).toBeCloseTo(b?.[1] ?? 0, 1)
})

test('a list that is cut at its newer end draws no band up to now', () => {
  const cut = membershipsOf([join('b', 30), join('a', 20)], { newestFirst: false, complete: false })
  render(<MembershipLanes memberships={cut} complete={false} />)
  expect(bandsOf(lanes()[0])[0]?.style).toMatchObject({ left: '100%', width: '0%' })
  expect(screen.getByText('end not loaded')).toBeTruthy()
  expect(screen.queryByText('now')).toBeNull()
  expect(screen.getByText(/Older or newer joins may not be loaded/)).toBeTruthy()
})

test('without a join no axis begins in 1970', () => {
  render(<MembershipLanes memberships={[]} complete />)
  expect(document.body.textContent).toBe('No team recorded.')
})

test('the page says that only joins are recorded, how a length is calculated and that a creator joins too', () => {
  render(<MembershipLanes memberships={memberships} complete />)
  const words = screen.getByText(/Only joins are recorded/).textContent
  expect(words).toContain('a membership lasts until the next join')
  expect(words).toContain('Creating a team counts as joining it.')
  expect(words).not.toContain('may not be loaded')
})

test('the sentence on top says where the party is, since when, and what came before', () => {
  render(<HistoryVerdict memberships={memberships} complete />)
  expect(screen.getByRole('heading').textContent).toMatch(
    /^In team .*cccccc\u2026cccccc.* since 17 Nov 1974, 00:00 UTC, [\d,]+ d.* so far\.$/,
  )
  expect(screen.getByText(/Joined 3 teams 4 times\./)).toBeTruthy()
})

test('a list that is cut at its newer end does not claim to know where the party is', () => {
  const cut = membershipsOf([join('a', 5), join('b', 9)], { newestFirst: false, complete: false })
  render(<HistoryVerdict memberships={cut} complete={false} />)
  expect(screen.getByRole('heading').textContent).toBe('The latest join is not loaded yet.')
  expect(screen.getByText(/Joined 2 teams among the loaded joins\./)).toBeTruthy()
})

test('a join of an unrecorded time neither begins the axis in 1970 nor the membership', () => {
  const unrecorded = { ...join('a', 20), joinedAt: '0' }
  const known = membershipsOf([{ ...join('b', 30), joinedAt: '0' }, join('a', 25), unrecorded], whole)
  render(<MembershipLanes memberships={known} complete />)
  expect(document.body.textContent).not.toContain('1 Jan 1970')
  expect(lanes().map((lane) => bandsOf(lane).length)).toEqual([1, 2])
  cleanup()
  render(<HistoryVerdict memberships={known} complete />)
  expect(screen.getByRole('heading').textContent).toMatch(/ since epoch 30\.$/)
})
