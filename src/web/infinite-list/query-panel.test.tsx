// @vitest-environment happy-dom
import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Answered } from './query-panel.tsx'
import type { Answer } from './query-panel.tsx'
import { Partial } from './partial.tsx'
import { failureText } from '../ui/feedback/failure-view.ts'
import { amid, useHeldFailure } from './answers.ts'
import type { Failure } from '../format/failure.ts'
import { failureOf } from '../client/node-failure.ts'

afterEach(cleanup)

const failure: Failure = {
  kind: 'timeout',
  message: 'The node did not answer within 15 seconds.',
  url: 'http://node.example/api/v2/liquidity/providers?partyId=a',
  at: 0,
  took: 15_000,
}
const answer = (part: Some<Answer<string[]>>): Answer<string[]> => ({
  data: undefined,
  failure: undefined,
  dataUpdatedAt: 0,
  isFetching: false,
  refetch: () => {},
  ...part,
})
type Some<T> = { [Name in keyof T]?: T[Name] }

const show = (value: Answer<string[]>) =>
  render(
    <Answered answer={value} what="the positions" rows={3}>
      {(rows) => <p>{rows.length === 0 ? 'none' : rows.join()}</p>}
    </Answered>,
  )

test('a failure is never shown as emptiness', () => {
  show(answer({ failure }))
  expect(screen.getByRole('heading', { name: /^Could not load / })).toBeTruthy()
  expect(screen.queryByText('none')).toBeNull()
})

test('waiting has a shape and says so', () => {
  show(answer({}))
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
})

test('an empty answer is an answer', () => {
  show(answer({ data: [], dataUpdatedAt: 1 }))
  expect(screen.getByText('none')).toBeTruthy()
})

test('when a later question fails the old values stay, and are called old', () => {
  const refetch = vi.fn()
  show(answer({ data: ['btc'], dataUpdatedAt: Date.now() - 38_000, failure, refetch }))
  expect(screen.getByText('btc')).toBeTruthy()
  expect(screen.getByText(/the node took too long. These values are 38 s old/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledTimes(1)
})

const settled = (...parts: Some<Answer<string[]>>[]) =>
  parts.map((part, at) => ({ name: ['Spam limits', 'Margin modes', 'Team history'][at] ?? '', answer: answer(part) }))
const refused: Failure = { ...failure, kind: 'answer', status: 500, message: 'broken' }

/** The notice of the page and the panels below it. */
function showAll(panels: ReturnType<typeof settled>): void {
  const all = panels.map((panel) => panel.answer)
  render(
    <>
      <Partial panels={panels} />
      {panels.map(({ name, answer: own }) => (
        <Answered key={name} answer={amid(own, all)} what="the positions" rows={3}>
          {(rows) => <p>{rows.length === 0 ? 'none' : rows.join()}</p>}
        </Answered>
      ))}
    </>,
  )
}

test('a page that is not whole says what is missing and asks only for that again', () => {
  const [whole, missing] = [vi.fn(), vi.fn()]
  render(
    <Partial
      panels={[
        { name: 'Spam limits', answer: answer({ data: [], refetch: whole }) },
        { name: 'Liquidity positions', answer: answer({ failure, refetch: missing }) },
      ]}
    />,
  )
  expect(screen.getByRole('heading').textContent).toBe('Showing 1 of 2 panels')
  expect(screen.getByText(/Missing: liquidity positions/)).toBeTruthy()
  expect(document.body.textContent).not.toContain('complete')
  fireEvent.click(screen.getByRole('button', { name: 'Retry that panel' }))
  expect(missing).toHaveBeenCalledTimes(1)
  expect(whole).not.toHaveBeenCalled()
})

test('a page that still waits, or that is whole, says nothing about missing panels', () => {
  const waiting = render(<Partial panels={settled({})} />)
  expect(waiting.container.textContent).toBe('')
  const whole = render(<Partial panels={settled({ data: [] }, { data: [] })} />)
  expect(whole.container.textContent).toBe('')
})

test('panels on their way are not counted as shown: one failure of a dead node says nothing of the rest', () => {
  const panels = settled({ failure }, {}, { data: [] })
  const { container } = render(<Partial panels={panels} />)
  expect(container.textContent).toBe('')
  const all = panels.map((panel) => panel.answer)
  expect(all.map((each) => amid(each, all).failure)).toEqual([undefined, undefined, undefined])
})

test('an unreachable node is reported once, with its request, and not in each panel', () => {
  const refetch = vi.fn()
  const panels = settled({ failure, refetch }, { failure, refetch }, { failure: { ...failure, at: 5 }, refetch })
  showAll(panels)
  expect(screen.getAllByText(/The node took too long/)).toHaveLength(1)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getAllByText('Not loaded, see above.')).toHaveLength(3)
  expect(screen.queryByText(/Showing/)).toBeNull()
  expect(screen.queryByText('none')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledTimes(3)
})

test('old values under a dead node are called old in one quiet line each', () => {
  const old = { data: ['btc'], dataUpdatedAt: Date.now() - 38_000, failure }
  const panels = settled(old, old)
  showAll(panels)
  expect(screen.getAllByText('These values are 38 s old.')).toHaveLength(2)
  expect(screen.getAllByText('btc')).toHaveLength(2)
  expect(screen.getAllByText(/The node took too long/)).toHaveLength(1)
})

test('a panel that the node refused says so itself', () => {
  const panels = settled({ failure: refused }, { data: [] }, { failure: refused })
  const all = panels.map((panel) => panel.answer)
  expect(all.map((each) => amid(each, all))).toEqual(all)
  render(<Partial panels={panels} />)
  expect(screen.getByRole('heading').textContent).toBe('Showing 1 of 3 panels')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the word about the node does not come and go with every new try', () => {
  const { result, rerender } = renderHook(({ part, who }) => useHeldFailure(answer(part), who).failure, {
    initialProps: { part: { failure } as Some<Answer<string[]>>, who: 'a' },
  })
  expect(result.current).toBe(failure)
  rerender({ part: { isFetching: true }, who: 'a' })
  expect(result.current).toBe(failure)
  rerender({ part: { isFetching: true }, who: 'b' })
  expect(result.current).toBeUndefined()
  rerender({ part: { failure }, who: 'a' })
  rerender({ part: { data: [] }, who: 'a' })
  expect(result.current).toBeUndefined()
  rerender({ part: { failure: refused }, who: 'a' })
  rerender({ part: { isFetching: true }, who: 'a' })
  expect(result.current).toBeUndefined()
})

test('an error of Lyra itself is not called a response that could not be read', () => {
  let error: unknown
  try {
    ;(undefined as unknown as { edges: [] }).edges.map(String)
  } catch (thrown) {
    error = thrown
  }
  const fault = failureOf(error as Error)
  show(answer({ failure: fault }))
  expect(screen.getByRole('heading').textContent).toBe('Lyra failed to show the positions')
  expect(screen.getByRole('alert').textContent).toMatch(/error in Lyra, not in the node .*TypeError: Cannot read/)
  expect(screen.queryByText(/could not be read\b|^GET/)).toBeNull()
  expect(screen.queryByRole('button', { name: /curl/ })).toBeNull()
  const text = failureText(fault, 'the positions')
  expect(text).toContain('query-panel.test.tsx')
  expect(text).not.toContain('GET ')
})
