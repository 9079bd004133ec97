import { code } from '../../wire/protocol/error.ts'
import type { Pagination } from '../../wire/protocol/page.ts'
import type { AnyOperation, Params, Reply } from '../../wire/protocol/operation.ts'
import type { Core } from '../core/core.ts'
import { type Db, StatementError } from '../database/db.ts'
import { Fault, invalid, notFound } from '../fault.ts'
import { Json, type Rendered } from '../json-text.ts'
import type { MaybePromise } from '../recent-read.ts'
import type { SpamHistories } from '../core/watch/party-watch.ts'
import { type KeysetList, readPage } from '../sql/keyset.ts'
import { planPage } from '../sql/page.ts'
import { BadId, BadInput, type Condition } from '../sql/statement.ts'

/** What a handler may use. `signal` aborts when the client disconnects. */
export interface Context {
  db: Db
  core: Core
  /** Absent where no party is watched. */
  spamWatch?: SpamHistories | undefined
  signal: AbortSignal
}

/** Handles one operation. Rejects with a Fault; does not know HTTP. */
export type Handler<Op extends AnyOperation> = (
  context: Context,
  params: Params<Op>,
) => MaybePromise<Rendered<Reply<Op>>>

/** An operation's own failure: `details[0]` of the error body (wire.md 4.2). */
export interface Refusal {
  message: string
  /** The network's numeric code; 10000 where its table has none. */
  code?: number
  /** The inner text for input that cannot be read; by default the error's message. */
  inner?: (error: BadInput) => string
  /** What the text of a refused statement begins with. */
  during?: string
}

/** The network reports a bad id in a filter as a failure of its row scanner. */
export const scanFailure = (error: BadInput): string =>
  error instanceof BadId ? `scany: query multiple result rows: ${error.message}` : error.message

/** The refusal for a failed read: bad input is 400, a refused statement 500. Other errors stay as they are. */
export function toFault({ message, code: detailCode = 10_000, inner, during = '' }: Refusal, error: unknown): unknown {
  if (error instanceof BadInput) return invalid(message, inner ? inner(error) : error.message, detailCode)
  if (!(error instanceof StatementError)) return error
  const text = `${during}ERROR: ${error.message} (SQLSTATE ${error.sqlState})`
  return new Fault(code.internal, { code: detailCode, message, inner: text })
}

/** Runs a read and rejects with the refusal when it fails. */
export async function withRefusal<T>(refusal: Refusal, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw toFault(refusal, error)
  }
}

/** The JSON text of one record; the refusal as 404 when there is none. */
export async function findOne<T>(
  refusal: Refusal & { code: number },
  read: () => Promise<string | undefined>,
): Promise<Json<T>> {
  const text = await withRefusal(refusal, read)
  if (text === undefined) throw notFound(refusal.message, refusal.code)
  return new Json(text)
}

/** The JSON of a page of a list. Rejects with a Fault for a bad page, and with the refusal where the read fails. */
export async function listPage<T>(
  { db, signal }: Context,
  list: KeysetList,
  refusal: Refusal,
  { pagination, where = () => [] }: { pagination?: Pagination | undefined; where?: () => Condition[] },
): Promise<Json<T>> {
  const plan = planPage(pagination)
  return new Json(await withRefusal(refusal, async () => readPage(db, list, plan, { conditions: where(), signal })))
}
