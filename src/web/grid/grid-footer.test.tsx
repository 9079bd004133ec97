// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { GridFooter, loadedWords } from './grid-footer.tsx'
import { listOfRows, type List, type ListEnd } from '../list/list.ts'

afterEach(cleanup)

const listing = (part: Partial<List<number>>): List<number> => ({ ...listOfRows([]), ...part })

test.each<[Partial<List<number>>, string]>([
  [{ loaded: 1000, count: 1000, end: 'more' }, '1,000 loaded, more on the node'],
  [{ loaded: 150, count: 150, end: 'complete' }, 'all 150 loaded'],
  [{ loaded: 150, count: 3, end: 'complete' }, '3 match of all 150 loaded'],
  [{ loaded: 1000, count: 0, end: 'more' }, '0 match of 1,000 loaded, more on the node'],
  [{ loaded: 200_000, count: 200_000, end: 'full' }, '200,000 loaded'],
])('%j reads "%s"', (part, words) => {
  expect(loadedWords(listing(part))).toBe(words)
})

test.each<[List<number>['status'], string]>([
  ['failed', 'Not loaded'],
  ['waiting', 'Loading…'],
])('a list that is %s counts no rows: none have been answered for', (status, words) => {
  expect(loadedWords(listing({ status, loaded: 0, count: 0, end: 'complete' }))).toBe(words)
})

test.each<[ListEnd, RegExp]>([
  ['repeated-cursor', /repeated a page cursor/],
  ['no-new-row', /sent only rows that were already loaded/],
  ['no-cursor', /reports more rows but sent no cursor/],
  ['full', /this list keeps at most 200,000 rows\. Use a filter/],
])('a list cut short (%s) says that it is cut and why, and offers no next page', (end, words) => {
  render(<GridFooter listing={listing({ loaded: 5, count: 5, end })} />)
  expect(screen.getByText(words).textContent).toMatch(/^Stopped: /)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a list that came to its end is not called cut', () => {
  render(<GridFooter listing={listing({ loaded: 5, count: 5, end: 'complete' })} />)
  expect(screen.queryByText(/Stopped:/)).toBeNull()
})
