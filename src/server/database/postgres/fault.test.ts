import { expect, test } from 'vitest'
import pg from 'pg'
import { away, connectFault, postgresFault } from './fault.ts'

const state = (code: string): Error =>
  Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code, severity: 'ERROR' })

test('with the database hanging every request gets the same answer, which says when to come back', () => {
  const silent = new Error('Query read timeout')
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const faults = [away(), connectFault(lost), ...[silent, lost, state('57014'), state('57P01')].map(postgresFault)]
  for (const fault of faults) expect(fault).toMatchObject({ code: 14, retryAfter: 5 })
})
