// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { FailureView } from '../../ui/failure.tsx'
import { Answered } from './answer.tsx'
import type { Answer } from './answer.tsx'
import { Partial } from './partial.tsx'

afterEach(cleanup)

const failure: FailureView = {
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
  expect(screen.getByRole('heading', { name: 'The node took too long' })).toBeTruthy()
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
  expect(screen.getByText(/The node took too long. These values are 38 s old/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledTimes(1)
})

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
  fireEvent.click(screen.getByRole('button', { name: 'Retry that panel' }))
  expect(missing).toHaveBeenCalledTimes(1)
  expect(whole).not.toHaveBeenCalled()
})

test('a page that still waits, or that is whole, says nothing about missing panels', () => {
  const { container } = render(<Partial panels={[{ name: 'Spam limits', answer: answer({}) }]} />)
  expect(container.textContent).toBe('')
})
