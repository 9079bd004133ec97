import * as v from 'valibot'
import type { AnyOperation, Reply } from '../../../src/wire/protocol/operation.ts'
import { parseQuery } from '../../../src/wire/protocol/url.ts'
import { Fault } from '../../../src/server/fault.ts'
import { joinMembers } from '../../../src/server/json-text.ts'
import { noCore } from '../../../src/server/core/core.ts'
import type { Context, Handler } from '../../../src/server/questions/handler.ts'
import type { Db } from '../../../src/server/database/db.ts'

export const contextOf = (db: Db): Context => ({ db, core: noCore(db), signal: new AbortController().signal })

/**
 * Asks an operation as a URL would and reads its reply with the wire's own schema, so that a handler that drifts from
 * the wire fails every test that uses it. `raw` is the reply as it went out.
 */
export async function ask<Op extends AnyOperation>(
  db: Db,
  op: Op,
  handler: Handler<Op>,
  query = '',
  path: Readonly<Record<string, string>> = {},
): Promise<{ reply: Reply<Op>; raw: unknown }> {
  const text = joinMembers(await handler(contextOf(db), parseQuery(op.params, query, path) as never))
  const raw: unknown = JSON.parse(text)
  return { reply: v.parse(op.reply, raw) as Reply<Op>, raw }
}

/** The error body that an operation answers with; fails when it answers. */
export async function refusalOf(work: Promise<unknown>): Promise<ReturnType<Fault['body']>> {
  const outcome: unknown = await work.then(
    () => 'an answer',
    (error: unknown) => error,
  )
  if (outcome instanceof Fault) return outcome.body()
  throw outcome instanceof Error ? outcome : new Error(`no refusal but ${String(outcome)}`)
}

/** Grpc code, the network's code, message and inner text of a refusal. */
export async function errorOf(work: Promise<unknown>): Promise<readonly unknown[]> {
  const { code, details } = await refusalOf(work)
  const [detail] = details
  return [code, detail?.code, detail?.message, detail?.inner]
}

/** A query with values percent-encoded; undefined is left out. */
export const query = (given: Readonly<Record<string, string | number | boolean | undefined>>): string =>
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
