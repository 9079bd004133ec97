// @vitest-environment happy-dom
import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { NodeFailure } from '../client/node-failure.ts'
import { failureOf } from '../format/failure.ts'
import { failureText } from '../ui/feedback/failure-view.ts'
import { PanelGroupNotice, usePanelGroup } from './panel-group.tsx'
import { type PanelQuery, QueryPanel } from './query-panel.tsx'

afterEach(cleanup)

const timeout = {
  kind: 'timeout',
  message: 'The node did not answer within 15 seconds.',
  url: 'http://node.example/api/v2/liquidity/providers?partyId=a',
  at: 0,
  took: 15_000,
} as const
const error = new NodeFailure(timeout)
const refused = new NodeFailure({ ...timeout, kind: 'answer', status: 500, message: 'broken' })

type Query = PanelQuery<string[]>
const query = (part: Partial<Query>): Query => ({
  data: undefined,
  error: null,
  dataUpdatedAt: 0,
  isFetching: false,
  refetch: () => {},
  ...part,
})

const ThePanel = ({ query }: { query: Query }) => (
  <QueryPanel query={query} what="the positions" rows={3}>
    {(rows) => <p>{rows.length === 0 ? 'none' : rows.join()}</p>}
  </QueryPanel>
)
const show = (part: Partial<Query>) => render(<ThePanel query={query(part)} />)

const titles = ['Spam limits', 'Margin modes', 'Team history']
const named = (parts: readonly Partial<Query>[]): Record<string, Query> =>
  Object.fromEntries(parts.map((part, at) => [titles[at] ?? '', query(part)]))

function Group({ parts }: { parts: readonly Partial<Query>[] }) {
  const group = usePanelGroup('a', named(parts))
  return (
    <>
      <PanelGroupNotice group={group} about="this party" />
      <main>
        {Object.entries(group.panels).map(([title, own]) => (
          <ThePanel key={title} query={own} />
        ))}
      </main>
    </>
  )
}

test('a failure is never shown as emptiness', () => {
  show({ error })
  expect(screen.getByRole('heading', { name: /^Could not load / })).toBeTruthy()
  expect(screen.queryByText('none')).toBeNull()
})

test('a waiting panel shows a labelled skeleton', () => {
  show({})
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
})

test('an empty answer is an answer', () => {
  show({ data: [], dataUpdatedAt: 1 })
  expect(screen.getByText('none')).toBeTruthy()
})

test('when a later question fails the old values stay, and are called old', () => {
  const refetch = vi.fn()
  show({ data: ['btc'], dataUpdatedAt: Date.now() - 38_000, error, refetch })
  expect(screen.getByText('btc')).toBeTruthy()
  expect(screen.getByText(/the node took too long. These values are 38 s old/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('a failure of one panel is told there alone, with one button', () => {
  const [whole, missing] = [vi.fn(), vi.fn()]
  render(
    <Group
      parts={[
        { data: [], refetch: whole },
        { error, refetch: missing },
      ]}
    />,
  )
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(missing).toHaveBeenCalledTimes(1)
  expect(whole).not.toHaveBeenCalled()
})

test('panels on their way are not counted as shown: one failure of a dead node says nothing of the rest', () => {
  render(<Group parts={[{ error }, {}, { data: [] }]} />)
  expect(screen.queryByText(/Showing|took too long/)).toBeNull()
  expect(screen.getAllByRole('status', { name: 'Loading' })).toHaveLength(2)
})

test('an unreachable node is reported once, with its request, and not in each panel', () => {
  const refetch = vi.fn()
  const later = new NodeFailure({ ...timeout, at: 5 })
  render(
    <Group
      parts={[
        { error, refetch },
        { error, refetch },
        { error: later, refetch },
      ]}
    />,
  )
  expect(screen.getAllByText(/The node took too long/)).toHaveLength(1)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getAllByText('Not loaded, see above.')).toHaveLength(3)
  expect(screen.queryByText(/Showing/)).toBeNull()
  expect(screen.queryByText('none')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledTimes(3)
})

test('old values under a dead node are called old in one quiet line each', () => {
  const old = { data: ['btc'], dataUpdatedAt: Date.now() - 38_000, error }
  render(<Group parts={[old, old]} />)
  expect(screen.getAllByText('These values are 38 s old.')).toHaveLength(2)
  expect(screen.getAllByText('btc')).toHaveLength(2)
  expect(screen.getAllByText(/The node took too long/)).toHaveLength(1)
})

test('a refused panel shows its own failure', () => {
  render(<Group parts={[{ error: refused }, { data: [] }, { error: refused }]} />)
  expect(screen.getAllByRole('alert')).toHaveLength(2)
  expect(screen.queryByText('Not loaded, see above.')).toBeNull()
})

test('the word about the node does not come and go with every new try', () => {
  const { result, rerender } = renderHook(
    ({ part, who }) => usePanelGroup(who, { Details: query(part) }).queries.Details.error,
    { initialProps: { part: { error } as Partial<Query>, who: 'a' } },
  )
  expect(result.current).toBe(error)
  rerender({ part: { isFetching: true }, who: 'a' })
  expect(result.current).toBe(error)
  rerender({ part: { isFetching: true }, who: 'b' })
  expect(result.current).toBeNull()
  rerender({ part: { error }, who: 'a' })
  rerender({ part: { data: [] }, who: 'a' })
  expect(result.current).toBeNull()
  rerender({ part: { error: refused }, who: 'a' })
  rerender({ part: { isFetching: true }, who: 'a' })
  expect(result.current).toBeNull()
})

test('an error of Lyra itself is not called a response that could not be read', () => {
  let thrown: unknown
  try {
    ;(undefined as unknown as { edges: [] }).edges.map(String)
  } catch (error) {
    thrown = error
  }
  const fault = failureOf(thrown as Error)
  show({ error: thrown as Error })
  expect(screen.getByRole('heading').textContent).toBe('Lyra failed to show the positions')
  expect(screen.getByRole('alert').textContent).toMatch(/error in Lyra, not in the node .*TypeError: Cannot read/)
  expect(screen.queryByText(/could not be read\b|^GET/)).toBeNull()
  expect(screen.queryByRole('button', { name: /curl/ })).toBeNull()
  const text = failureText(fault, 'the positions')
  expect(text).toContain('query-panel.test.tsx')
  expect(text).not.toContain('GET ')
})
