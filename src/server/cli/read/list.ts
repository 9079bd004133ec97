import { fstatSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { allOperations } from '../../../wire/operations.ts'
import type { AnyOperation } from '../../../wire/protocol/operation.ts'
import { BadQuery, parseQuery } from '../../../wire/protocol/url.ts'
import { UsageError, nodeOf, parsedArguments } from '../operating-options.ts'
import { interruptSignal } from '../serve/signals.ts'
import { createClient, RequestError, type Client } from '../../../client/client.ts'
import { printable } from '../../log.ts'

/** Exit statuses besides 2 for wrong arguments, 1 for other errors and 130 when stopped. */
export const exitStatus = { whole: 0, cut: 3, refused: 4, changed: 5 } as const

export interface ReadParts {
  client: Client
  /** Aborts when the user stops it. */
  stopping: AbortSignal
  /** A line that the next one replaces, on a terminal. */
  progress: (line: string) => void
}

export const readPartsOf = (node: string, stopping: AbortSignal): ReadParts => ({
  client: createClient({ baseUrl: node }),
  stopping,
  progress: (line) => process.stderr.isTTY && process.stderr.write(`\r\u001b[K${line}`),
})

/** Runs a read and says in a sentence why the node refused it; a refusal has an exit status of its own. */
export async function reading(stopping: AbortSignal, read: () => Promise<number>): Promise<number> {
  try {
    return await read()
  } catch (error) {
    if (stopping.aborted) return 130
    if (!(error instanceof RequestError)) throw error
    const until = error.until === undefined ? '' : ` Accepted again from ${new Date(error.until).toISOString()}.`
    const inner = error.detail?.message ? ` (${error.detail.message})` : ''
    console.error(printable(`lyra: ${error.kind}: ${error.message}${inner}${until}`))
    return exitStatus.refused
  }
}

type Schema = v.GenericSchema & { entries?: Record<string, Schema>; wrapped?: Schema; item?: Schema }

/** The records of a list's page; undefined for an operation that lists nothing. */
const recordOf = ({ reply }: AnyOperation): Schema | undefined =>
  Object.values((reply as Schema).entries ?? {})[0]?.entries?.['edges']?.item?.entries?.['node']

const lists = allOperations.filter((op) => recordOf(op) !== undefined)

export interface ListOptions {
  op: AnyOperation
  params: Record<string, unknown>
  all: boolean
  format: 'csv' | 'jsonl'
  node: string
}

/** Whether an operation's query has a parameter: of two values that is refused, and what it does not have is passed over. */
function isParameter(op: AnyOperation, name: string): boolean {
  try {
    parseQuery(op.params, `${name}=0&${name}=0`)
    return false
  } catch (error) {
    return error instanceof BadQuery
  }
}

/** The parameters that are given as `name=value`. Throws UsageError. */
function paramsOf(op: AnyOperation, given: readonly string[]): Record<string, unknown> {
  const odd = given.find((one) => !/^\w+(?:\.\w+)?=/.test(one))
  if (odd !== undefined) throw new UsageError(`list takes parameters as name=value, not "${odd}".`)
  const pairs = given.map((one): [string, string] => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)])
  const inPath = /:(\w+)/.exec(op.path)?.[1]
  const [[, value] = [], other] = pairs.filter(([name]) => name === inPath)
  if (inPath !== undefined && (!value || other)) throw new UsageError(`${op.name} needs one ${inPath}=….`)
  const unknown = pairs.find(([name]) => name !== inPath && !isParameter(op, name))
  if (unknown) throw new UsageError(`${op.name} has no parameter "${unknown[0]}", which a node would pass over.`)
  const back = pairs.find(([name]) => /^pagination\.(?:last|before)$/.test(name))
  if (back) throw new UsageError(`list takes no ${back[0]}: pagination.newestFirst=false begins at the other end.`)
  const query = pairs.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&')
  try {
    return parseQuery(op.params, query, inPath && value ? { [inPath]: value } : {})
  } catch (error) {
    if (error instanceof BadQuery) throw new UsageError(`${op.name}: ${error.message}.`)
    throw error
  }
}

export function parseList(args: string[]): { name: 'list'; options: ListOptions } {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const { values, positionals } = parsedArguments(args, { node: text, all: flag, format: text })
  const [name, ...given] = positionals
  const op = lists.find((one) => one.name === name)
  if (!op) throw new UsageError(`list takes an <operation>: ${lists.map((one) => one.name).join(', ')}.`)
  const { all = false, format = 'csv' } = values
  if (format !== 'csv' && format !== 'jsonl') throw new UsageError(`--format takes csv or jsonl, not "${format}".`)
  return { name: 'list', options: { op, params: paramsOf(op, given), all, format, node: nodeOf(values.node) } }
}

/** The columns of a record: its members, those of objects in it by dotted names. */
function columnsOf(schema: Schema, prefix = ''): string[] {
  const inner = schema.wrapped ?? schema
  if (!inner.entries) return [prefix.slice(0, -1)]
  return Object.entries(inner.entries).flatMap(([name, member]) => columnsOf(member, `${prefix}${name}.`))
}

/** A member by its dotted name: text as it is, nothing where it is absent, other values as JSON. */
function cellOf(record: unknown, column: string): string {
  let value = record
  for (const name of column.split('.'))
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
  return /["\r\n,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** `lyra list`: the records of a list as CSV or as JSON, one a line. Resolves to the exit status. */
export function runList(
  { op, params, all, format, node }: ListOptions,
  parts: ReadParts = readPartsOf(node, interruptSignal('Stopped.')),
  print: (text: string) => Promise<void> = printed,
): Promise<number> {
  const columns = columnsOf(recordOf(op) ?? v.unknown())
  const lineOf = (record: unknown): string =>
    format === 'jsonl' ? JSON.stringify(record) : columns.map((column) => cellOf(record, column)).join(',')
  return reading(parts.stopping, async () => {
    if (format === 'csv') await print(`${columns.join(',')}\n`)
    let rows = 0
    for await (const { edges } of parts.client.pages(op as never, params as never, { signal: parts.stopping })) {
      await print(edges.map(({ node: record }: { node: unknown }) => `${lineOf(record)}\n`).join(''))
      rows += edges.length
      parts.progress(`${rows} rows`)
      if (!all) break
    }
    parts.progress('')
    return exitStatus.whole
  })
}

/** Waits until standard output takes more. Whoever reads it may leave, as `head` does: then the process ends with `status`. */
export const printed = (text: string, status: number = exitStatus.whole): Promise<void> =>
  new Promise((resolve, reject) => {
    // Of a text that a full disk takes in part, Node's stream drops the rest without an error.
    if (fstatSync(1).isFile()) return resolve(writeFileSync(1, text))
    process.stdout.write(text, (error) => {
      if (!error) resolve()
      else if ('code' in error && error.code === 'EPIPE') process.exit(status)
      else reject(error)
    })
  })
