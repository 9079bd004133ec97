import { expect, test } from 'vitest'
import { noMatchWords } from './resolve-search.ts'

test('a search finds nothing for three reasons, and a name that is loading or failed to load is not called unknown', () => {
  expect(noMatchWords(['known', 'waiting'], 'Hint.')).toBe('No match yet: names of this node are loading.')
  expect(noMatchWords(['failed', 'waiting'], 'Hint.')).toBe('No match yet: names of this node are loading.')
  expect(noMatchWords(['known', 'failed'], 'Hint.')).toBe(
    'No match, but not all names of this node could be loaded. Hint.',
  )
  expect(noMatchWords(['known', 'absent'], 'Hint.')).toBe('No match. Hint.')
})
