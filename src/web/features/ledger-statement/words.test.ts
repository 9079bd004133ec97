import { expect, test } from 'vitest'
import type { Reading } from './reading/session.ts'
import { type Ending, statementContext, statementTitle } from './words.ts'

const endings: readonly Ending[] = ['complete', 'whole-file', 'unchecked', 'refused', 'incomplete']

test.each(endings)('a statement without a row does not call its rows intact: %s', (ending) => {
  const reading = (rows: number) => ({ progress: { facts: { rows } } }) as Reading
  expect(statementContext(reading(0), ending)).not.toMatch(/intact|rows read are/)
  if (ending !== 'refused') expect(statementContext(reading(2), ending)).toMatch(/intact/)
})

test('waiting for the end of a pause, a ban and a node out of reach are not called refusals', () => {
  const facts = { rows: 0 }
  const waiting = { progress: { facts, pausedUntil: 1 } } as Reading
  expect(statementTitle(waiting, 'reading')).toBe('Waiting: rate limited by the node')
  const ended = (kind: string) => ({ progress: { facts }, failure: { kind, message: '', url: '' } }) as Reading
  expect(statementTitle(ended('banned'), 'refused')).toBe('Could not load this statement')
  expect(statementTitle(ended('unreachable'), 'refused')).toBe('Could not load this statement')
  expect(statementTitle(ended('answer'), 'refused')).toBe('The service refused this statement')
})
