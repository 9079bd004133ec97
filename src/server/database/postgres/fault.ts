import { code } from '../../../wire/protocol/error.ts'
import { Fault, busy, tookTooLong } from '../../fault.ts'
import { sqlStateOf, StatementError, statementError } from '../db.ts'

const awaySentence = 'The database cannot be reached at the moment; try again shortly.'

/** Seconds until a database that is away or too slow may be tried again. */
const awaySeconds = 5

export class Away extends Fault {
  constructor() {
    super(code.unavailable, awaySentence, awaySeconds)
  }
}
export const away = (): Fault => new Away()

/** A read that failed because of its connection or server: a retry may succeed. */
export class Interrupted extends Fault {
  constructor(sentence: string, retryAfter = awaySeconds) {
    super(code.unavailable, sentence, retryAfter)
  }
}

/** A read that a standby broke off to follow its primary. */
class Conflict extends Interrupted {}

/** Seconds until a standby has followed its primary past the change that a read was in the way of. */
const conflictSeconds = 2

/** The server ended the statement, at its time limit or because its caller left; the connection can be used again. */
class Ended extends Fault {
  constructor() {
    const { message, retryAfter } = tookTooLong()
    super(code.unavailable, message, retryAfter)
  }
}

/** SQLSTATEs about the server or the connection, not the statement: classes 08, 28, 57P and 3D000. */
const awayStates = /^(?:08...|28...|57P..|3D000)$/

/** True when the statement did not reach a working database. */
export const isAway = (error: unknown): boolean =>
  error instanceof StatementError ? awayStates.test(error.sqlState) : !(error instanceof Ended)

const tooManyConnections = '53300'
/** A standby cancels reads that conflict with the changes it replays, or that wait for those while they wait for it. */
const conflicts = ['40001', '40P01']
/** The statement's time limit, or a cancel request. */
const cancelled = '57014'

/** True when a standby broke off a read: nothing is wrong with its connection. */
export const isConflict = (error: unknown): boolean => error instanceof Conflict

export const connectFault = (error: unknown): Fault =>
  sqlStateOf(error) === tooManyConnections ? busy('The database') : away()

/** Maps an error of the driver to a StatementError, or to a Fault of code 14. */
export function postgresFault(error: unknown): Error {
  if (error instanceof Fault) return error
  const named = statementError(error)
  // The driver's own time limit: the connection is open but silent.
  if (named instanceof Error && named.message === 'Query read timeout') return tookTooLong()
  if (isAway(named)) return new Interrupted(awaySentence)
  if (sqlStateOf(named) === cancelled) return new Ended()
  if (conflicts.includes(sqlStateOf(named))) {
    return new Conflict('The database broke off this read to follow its primary; try again shortly.', conflictSeconds)
  }
  return named instanceof Error ? named : new Error(String(named))
}
