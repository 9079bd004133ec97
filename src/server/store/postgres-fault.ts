import { code } from '../../wire/error.ts'
import { Fault, unavailable } from '../error.ts'
import { StatementError, statementError } from './statement-error.ts'

export const away = (): Fault => unavailable('The database cannot be reached at the moment; try again shortly.')

/** SQLSTATEs that speak of the server or the way to it, not of the statement: classes 08, 28, 57P and 53300, 3D000. */
const elsewhere = /^(?:08...|28...|57P..|53300|3D000)$/

/** True when the database was not there to judge the statement at all. */
export const isAway = (error: unknown): boolean => !(error instanceof StatementError) || elsewhere.test(error.sqlState)

/** What a failed statement of the driver means for the caller: a StatementError, or a Fault of code 4 or 14. */
export function postgresFault(error: unknown): Error {
  if (error instanceof Fault) return error
  const named = statementError(error)
  if (isAway(named)) return away()
  if (named instanceof StatementError && named.sqlState === '57014') {
    return new Fault(code.deadlineExceeded, 'The database took too long for this request; ask for less.')
  }
  return named instanceof Error ? named : new Error(String(named))
}
