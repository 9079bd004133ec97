import { code } from '../../wire/error.ts'
import { Fault, invalid } from '../error.ts'
import { BadInput } from '../store/sql.ts'
import { StatementError } from '../store/statement-error.ts'

/** How an operation says that it cannot answer: `details[0]` of the error body (wire.md 4.2). */
export interface Refusal {
  message: string
  /** The network's numeric code; 10000 where its table has none. */
  code?: number
  /** The inner text for input that cannot be read; the reader's own words when left out. */
  inner?: (error: BadInput) => string
}

/**
 * Runs a read and says its failures in the operation's words: input that cannot be read is the caller's fault (400), a
 * statement that the database refuses is ours (500). Everything else passes.
 */
export async function answering<T>(refusal: Refusal, read: () => Promise<T>): Promise<T> {
  const { message, code: detailCode = 10_000, inner } = refusal
  try {
    return await read()
  } catch (error) {
    if (error instanceof BadInput) throw invalid(message, inner ? inner(error) : error.message, detailCode)
    if (error instanceof StatementError) {
      const told = `ERROR: ${error.message} (SQLSTATE ${error.sqlState})`
      throw new Fault(code.internal, { code: detailCode, message, inner: told })
    }
    throw error
  }
}
