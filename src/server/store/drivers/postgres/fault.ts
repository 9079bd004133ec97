import { code } from '../../../../wire/error.ts'
import { Fault, busy, unavailable } from '../../../error.ts'
import { StatementError, statementError } from '../../statement-error.ts'

const awaySentence = 'The database cannot be reached at the moment; try again shortly.'

export const away = (): Fault => unavailable(awaySentence)

/** A read that ended for a reason of its connection or its server: the same one, asked again, may be answered. */
export class Interrupted extends Fault {
  constructor(sentence: string) {
    super(code.unavailable, sentence)
  }
}

/** SQLSTATEs that speak of the server or the way to it, not of the statement: classes 08, 28, 57P and 3D000. */
const elsewhere = /^(?:08...|28...|57P..|3D000)$/

/** True when the database was not there to judge the statement at all. */
export const isAway = (error: unknown): boolean => !(error instanceof StatementError) || elsewhere.test(error.sqlState)

/** All connections of the server are taken, by others than this service. */
const allTaken = '53300'
/** A standby ends reads that stand in the way of what it replays. */
const conflict = '40001'
/** The statement's own limit. */
const cancelled = '57014'

const tookTooLong = (): Fault =>
  new Fault(code.deadlineExceeded, 'The database took too long for this request; ask for less.')

/** What it means for the caller that no connection could be had. */
export function connectFault(error: unknown): Fault {
  const named = statementError(error)
  return named instanceof StatementError && named.sqlState === allTaken ? busy('The database') : away()
}

/** What a failed statement of the driver means for the caller: a StatementError, or a Fault of code 4 or 14. */
export function postgresFault(error: unknown): Error {
  if (error instanceof Fault) return error
  const named = statementError(error)
  // The driver's own limit: the connection is there and says nothing.
  if (named instanceof Error && named.message === 'Query read timeout') return tookTooLong()
  if (isAway(named)) return new Interrupted(awaySentence)
  if (named instanceof StatementError && named.sqlState === cancelled) return tookTooLong()
  if (named instanceof StatementError && named.sqlState === conflict) {
    return new Interrupted('The database broke off this read to follow its primary; try again shortly.')
  }
  return named instanceof Error ? named : new Error(String(named))
}
