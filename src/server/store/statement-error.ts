/** A statement that the database refused. Both drivers throw it in place of their own errors. */
export class StatementError extends Error {
  override readonly name = 'StatementError'
  /** SQLSTATE, five characters; empty when the database gave none. */
  readonly sqlState: string
  /** Where in a COPY or a function it happened, in PostgreSQL's words; may be empty. */
  readonly where: string

  constructor(message: string, sqlState = '', where = '') {
    super(message)
    this.sqlState = sqlState
    this.where = where
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A driver's error with an SQLSTATE as a StatementError; anything else unchanged. */
export function statementError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StatementError || !('code' in error)) return error
  if (!/^[0-9A-Z]{5}$/.test(text(error.code)) || !('severity' in error)) return error
  return new StatementError(error.message, text(error.code), 'where' in error ? text(error.where) : '')
}
