import { code } from '../../wire/error.ts'
import { Fault, invalid, notFound } from '../error.ts'
import { Json } from '../json-text.ts'
import { BadId, BadInput } from '../store/sql.ts'
import { StatementError } from '../store/statement-error.ts'

/** An operation's own failure: `details[0]` of the error body (wire.md 4.2). */
export interface Refusal {
  message: string
  /** The network's numeric code; 10000 where its table has none. */
  code?: number
  /** The inner text for input that cannot be read; by default the error's message. */
  inner?: (error: BadInput) => string
}

/** The network reports a bad id in a filter as a failure of its row scanner. */
export const scanFailure = (error: BadInput): string =>
  error instanceof BadId ? `scany: query multiple result rows: ${error.message}` : error.message

/**
 * Runs a read and maps its failures to the operation's refusal: input that cannot be read is the caller's fault (400), a
 * statement that the database refuses is the service's (500). Other errors pass unchanged.
 */
export async function answering<T>(refusal: Refusal, read: () => Promise<T>): Promise<T> {
  const { message, code: detailCode = 10_000, inner } = refusal
  try {
    return await read()
  } catch (error) {
    if (error instanceof BadInput) throw invalid(message, inner ? inner(error) : error.message, detailCode)
    if (error instanceof StatementError) {
      const text = `ERROR: ${error.message} (SQLSTATE ${error.sqlState})`
      throw new Fault(code.internal, { code: detailCode, message, inner: text })
    }
    throw error
  }
}

/** The JSON text of one record; the refusal as 404 when there is none. */
export async function findOne<T>(
  refusal: Refusal & { code: number },
  read: () => Promise<string | undefined>,
): Promise<Json<T>> {
  const text = await answering(refusal, read)
  if (text === undefined) throw notFound(refusal.message, refusal.code)
  return new Json(text)
}
