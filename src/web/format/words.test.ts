import { expect, test } from 'vitest'
import { listed, nounFor, plural } from './words.ts'

test.each([
  [plural(0, 'market'), '0 markets'],
  [plural(1, 'market'), '1 market'],
  [plural(1n, 'block'), '1 block'],
  [plural('1', 'epoch'), '1 epoch'],
  [plural('1203', 'epoch'), '1,203 epochs'],
  [plural(1_000_000n, 'row'), '1,000,000 rows'],
  [plural(2, 'entry', 'entries'), '2 entries'],
  [plural(1, 'entry', 'entries'), '1 entry'],
  [nounFor(1, 'is', 'are'), 'is'],
  [nounFor(0, 'is', 'are'), 'are'],
  [nounFor(2n, 'block'), 'blocks'],
])('%s', (words, expected) => expect(words).toBe(expected))

test.each([
  [[], ''],
  [['votes'], 'votes'],
  [['votes', 'transfers'], 'votes and transfers'],
  [['votes', 'transfers', 'proposals'], 'votes, transfers and proposals'],
])('%j in a sentence: %s', (names, expected) => expect(listed(names)).toBe(expected))
