import * as v from 'valibot'
import * as candles from './candles.ts'
import * as error from './protocol/error.ts'
import * as knownParties from './known-parties.ts'
import * as ledgerExport from './ledger-export.ts'
import * as liquidityProviders from './liquidity-providers.ts'
import * as marginModes from './margin-modes.ts'
import { descriptions as networkDescriptions } from './network/descriptions.ts'
import * as network from './network.ts'
import { type AnyOperation, isOperation } from './protocol/operation.ts'
import * as page from './protocol/page.ts'
import * as refereeHistory from './referee-history.ts'
import * as spamHistory from './spam-history.ts'
import * as spamStatistics from './spam-statistics.ts'

/** The questions of the interface, and Lyra's own. A name is also that of the files in wire and server/questions. */
const files = {
  'ledger-export': ledgerExport,
  'margin-modes': marginModes,
  'referee-history': refereeHistory,
  'liquidity-providers': liquidityProviders,
  candles,
  'spam-statistics': spamStatistics,
  'spam-history': spamHistory,
  network: { ...network, descriptions: networkDescriptions },
  'known-parties': knownParties,
}

export type Question = keyof typeof files

type OperationsIn<File> = {
  readonly [Name in keyof File as File[Name] extends AnyOperation ? Name : never]: File[Name]
}
export type Operations = { readonly [Q in Question]: OperationsIn<(typeof files)[Q]> }

type Schema = v.GenericSchema<unknown, unknown>
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

/** Messages of a query string are documented as its single parameters. */
const isQueryMessage = (schema: Schema): boolean => 'message' in v.getMetadata(schema as never)

const exportsOf = <Value>(file: object, is: (value: unknown) => value is Value): Record<string, Value> =>
  Object.fromEntries(Object.entries(file).filter((entry): entry is [string, Value] => is(entry[1])))

/** Every operation by question and by the name that its file exports it under. */
export const operations = Object.fromEntries(
  Object.entries(files).map(([question, file]) => [question, exportsOf(file, isOperation)]),
) as unknown as Operations

/** Every operation, in the order of the questions. */
export const allOperations: readonly AnyOperation[] = Object.values(operations).flatMap((of) =>
  Object.values<AnyOperation>(of),
)

/** The records that have a name of their own in OpenAPI: every schema that a question exports. */
export const namedSchemas: Readonly<Record<string, Schema>> = Object.fromEntries([
  ...Object.values(files).flatMap((file) =>
    Object.entries(exportsOf(file, isSchema)).filter(([, schema]) => !isQueryMessage(schema)),
  ),
  ['PageInfo', page.PageInfo],
  ...Object.entries(exportsOf(error, isSchema)),
])

/**
 * What OpenAPI and the package's types say of operations and records, under their names; of a parameter or a member that means
 * something of its own there, under that name and its own: `listCandleData toTimestamp`, `Asset details.decimals`.
 */
export const descriptions: Readonly<Record<string, string>> = Object.assign(
  {},
  ...[...Object.values(files), page, error].map((file) => file.descriptions),
)

/** What the service answers beside the operations. `/faults` exists in development and tests only. */
export const servicePaths = { health: '/health', ready: '/ready', openApi: '/openapi.json', faults: '/faults' } as const

const firstSegment = (path: string): string => `/${path.split('/')[1] ?? ''}`

/** The first segments of all operations' paths, such as `/api`: with `servicePaths` all that is not the dashboard's. */
export const operationPrefixes: readonly string[] = [...new Set(allOperations.map(({ path }) => firstSegment(path)))]

/** Whether a path belongs to the service itself, so that a miss is its 404 and never a page of the dashboard. */
export const isServicePath = (path: string): boolean =>
  [...operationPrefixes, ...Object.values(servicePaths)].includes(firstSegment(path))
