// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { HistoryVerdict, NoVerdict, MembershipTimeline } from './membership-timeline.tsx'
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

const badges = (item: HTMLElement): string[] =>
  ['Current', 'Returned', 'First team'].filter((word) => within(item).queryByText(word) !== null)

test('the current team is on top, a team joined again is marked, the first one named', () => {
  render(<MembershipTimeline memberships={memberships} complete />)
  const items = screen.getAllByRole('listitem')
  expect(items.map((item) => item.querySelector('[data-id]')?.getAttribute('data-id')?.[0])).toEqual([
    'c',
    'a',
    'b',
    'a',
  ])
  expect(items.map(badges)).toEqual([['Current'], ['Returned'], [], ['First team']])
  expect(items[0]?.getAttribute('aria-current')).toBe('true')
  expect(items.map((item) => /so far|\d+ d, \d+ epochs/.exec(item.textContent)?.[0])).toEqual([
    'so far',
    '112 d, 112 epochs',
    '24 d, 24 epochs',
    '203 d, 203 epochs',
  ])
})

test('a team leads back to this page with itself as the filter', () => {
  render(<MembershipTimeline memberships={memberships} complete />)
  const link = screen.getByRole('link', { name: `team ${team('b')}` })
  expect(link.getAttribute('href')).toBe(`/teams/${team('b')}`)
})

test('the page explains that only joins are recorded, how a length is calculated and that a creator joins too', () => {
  render(<MembershipTimeline memberships={memberships} complete />)
  const words = screen.getByText(/The network records joins only/).textContent
  expect(words).toContain('a membership lasts until the next join')
  expect(words).toContain('Creating a team counts as joining it.')
  expect(words).not.toContain('may not be loaded')
  cleanup()
  render(<MembershipTimeline memberships={memberships} complete={false} />)
  expect(screen.getByText(/Older or newer joins may not be loaded/)).toBeTruthy()
})

test('a long history starts with its newest memberships and expands to the others', () => {
  const long = membershipsOf(
    Array.from({ length: 30 }, (_, at) => join('abcdef'[at % 6] ?? 'a', 10 * (at + 1))),
    whole,
  )
  render(<MembershipTimeline memberships={long} complete />)
  expect(screen.getAllByRole('listitem')).toHaveLength(25)
  fireEvent.click(screen.getByRole('button', { name: 'Show 5 earlier memberships' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(30)
})

test('the sentence on top says where the party is, since when, and what came before', () => {
  render(<HistoryVerdict memberships={memberships} complete />)
  expect(screen.getByRole('heading').textContent).toMatch(
    /^In team .*cccccc\u2026cccccc.* since 17 Nov 1974, 00:00 UTC, [\d,]+ d.* so far\.$/,
  )
  expect(screen.getByText(/4 joins of 3 teams, 1 return\. Longest ended membership: 203 d\./)).toBeTruthy()
})

test('a list that is cut at its newer end does not claim to know where the party is', () => {
  const cut = membershipsOf([join('a', 5), join('b', 9)], { newestFirst: false, complete: false })
  render(<HistoryVerdict memberships={cut} complete={false} />)
  expect(screen.getByRole('heading').textContent).toBe('The latest join is not loaded yet.')
  expect(screen.getByText(/2 joins of 2 teams, no return among the loaded joins\./)).toBeTruthy()
})

test('waiting, failure and emptiness have each their own sentence', () => {
  const sentences = (['waiting', 'failed', 'ready'] as const).map((status) => {
    render(<NoVerdict status={status} />)
    const sentence = screen.getByRole('heading').textContent
    cleanup()
    return sentence
  })
  expect(sentences).toEqual(['Loading the team history', 'Team history unavailable', 'Never in a team.'])
})
