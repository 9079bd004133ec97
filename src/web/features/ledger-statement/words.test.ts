import { expect, test } from 'vitest'
import type { Reading } from './reading/session.ts'
import { type Ending, statementContext } from './words.ts'

const endings: readonly Ending[] = ['complete', 'whole-file', 'unchecked', 'refused', 'incomplete']

test.each(endings)('a statement without a row does not call its rows intact: %s', (ending) => {
  const reading = (rows: number) => ({ progress: { facts: { rows } } }) as Reading
  expect(statementContext(reading(0), ending)).not.toMatch(/intact|rows read are/)
  if (ending !== 'refused') expect(statementContext(reading(2), ending)).toMatch(/intact/)
})
