import { parseConnectionString } from '../database/postgres/connection-string.ts'
import { parseTime } from '../demo/chain/chain.ts'
import { type FolderCommand, folderCommandOf } from './folder-commands.ts'
import {
  type NotifyOptions,
  notifyOptions,
  importMetrics,
  type MetricsAddress,
  type OperatingOptions,
  operatingOptions,
  UsageError,
  httpUrl,
  parsedArguments,
} from './operating-options.ts'
import { type ExportOptions, parseExport } from './read/export.ts'
import { type ListOptions, parseList } from './read/list.ts'
import { type WatchOptions, watchOptionsOf, type Names, watchedParties } from './watch/watch-options.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The text may contain a password, so it is not repeated. */
function postgresUrl(option: string, text: string): string {
  try {
    parseConnectionString(text)
  } catch (error) {
    throw new UsageError(`${option}: ${error instanceof Error ? error.message : String(error)}`)
  }
  return text
}

/** Where the data are: in a directory, or in the PostgreSQL of a connection string. */
interface Place {
  data?: string
  database?: string
}

/** Where the data are. DATABASE_URL counts only when the command line names no place. */
function sourceOf(values: Place, env: Env): Place {
  if (values.data !== undefined && values.database !== undefined) {
    throw new UsageError('--data and --database exclude each other.')
  }
  if (values.data === '') throw new UsageError('--data takes a directory.')
  if (values.data !== undefined) return { data: values.data }
  if (values.database !== undefined) return { database: postgresUrl('--database', values.database) }
  return env['DATABASE_URL'] ? { database: postgresUrl('DATABASE_URL', env['DATABASE_URL']) } : {}
}

/** Without a place, the demo network. */
export interface ServeOptions extends Place, Partial<OperatingOptions> {
  port: number
  host: string
  /** No statement of PostgreSQL is prepared under a name. */
  unprepared?: boolean
  /** URL of a core node's REST server. */
  core?: string | undefined
  /** Parties whose spam counters are kept: distinct ids in lower case. */
  watch?: string[] | undefined
  names?: Names
  notify?: NotifyOptions | undefined
  faults: boolean
  dashboard?: string | undefined
  /** Bytes of finished bodies to keep; 0 keeps none. */
  cacheBytes: number
  demo: { seed?: number | undefined; time?: string | undefined; frozen?: boolean | undefined }
  /** Directory of the demo network; `.lyra/demo` by default. */
  demoData?: string | undefined
}

export interface ImportOptions extends Place {
  files: string[]
  metrics?: MetricsAddress | undefined
}

export type Command =
  | FolderCommand
  | { name: 'serve'; options: ServeOptions }
  | { name: 'import'; options: ImportOptions }
  | { name: 'watch'; options: WatchOptions }
  | { name: 'export'; options: ExportOptions }
  | { name: 'list'; options: ListOptions }
  | { name: 'schema'; citus: boolean }
  | { name: 'help' }
  | { name: 'version' }

const database = { data: { type: 'string' }, database: { type: 'string' } } as const
const serveOptions = {
  ...database,
  port: { type: 'string', default: '8080' },
  host: { type: 'string', default: '127.0.0.1' },
  core: { type: 'string' },
  watch: { type: 'string', multiple: true },
  'watch-file': { type: 'string' },
  notify: { type: 'string' },
  'notify-template': { type: 'string' },
  'notify-state': { type: 'string' },
  'public-url': { type: 'string' },
  'max-lag': { type: 'string' },
  faults: { type: 'boolean' },
  log: { type: 'string' },
  metrics: { type: 'string' },
  'rate-limit': { type: 'string' },
  'trusted-proxy': { type: 'string', multiple: true },
  'frame-ancestors': { type: 'string', multiple: true },
  dashboard: { type: 'string' },
  cache: { type: 'string', default: '64' },
  'no-prepare': { type: 'boolean' },
  'demo-data': { type: 'string' },
  'demo-seed': { type: 'string' },
  'demo-time': { type: 'string' },
  frozen: { type: 'boolean' },
} as const

function wholeNumber(option: string, text: string, max: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN
  if (!(number <= max)) throw new UsageError(`--${option} takes a whole number from 0 to ${max}, not "${text}".`)
  return number
}

function timeOf(text: string): string {
  try {
    parseTime(text)
  } catch {
    throw new UsageError(`--demo-time takes a time such as 2026-01-01T00:00:00Z, not "${text}".`)
  }
  return text
}

/** The core node. CORE_URL counts only without the option, and an empty option means none. */
function coreOf(option: string | undefined, env: Env): string | undefined {
  const core = option ?? env['CORE_URL']
  return core ? httpUrl(option === undefined ? 'CORE_URL' : '--core', core) : undefined
}

/** The parties to watch. Without a core node or the demo network nothing counts what they send. */
function watchOf(
  lists: string[] | undefined,
  file: string | undefined,
  hasCore: boolean,
): Pick<ServeOptions, 'watch' | 'names'> {
  const { watch, names } = watchedParties('--watch', lists, file)
  if (watch.length === 0) return { watch: undefined }
  if (hasCore) return { watch, ...(names.size > 0 && { names }) }
  throw new UsageError('--watch needs the spam statistics of a core node: name its REST server with --core URL.')
}

/** Whether the demo network is served. Throws UsageError where neither a source nor the demo is named. */
function isDemoAsked({ data, database }: Place, wantsDemo: boolean): boolean {
  if (data !== undefined || database !== undefined) return false
  if (wantsDemo) return true
  throw new UsageError(
    'serve needs --data with the directory of an import, or --database (or DATABASE_URL) with a PostgreSQL. ' +
      'For a network of invented data: lyra demo.',
  )
}

/** `lyra serve`, which needs a source, or `lyra demo`: invented data is never served to somebody who did not ask for it. */
function parseServe(name: 'serve' | 'demo', args: string[], env: Env): Command {
  const { values, positionals } = parsedArguments(args, serveOptions)
  if (positionals.length > 0) throw new UsageError(`${name} takes no "${positionals[0]}".`)
  // Node would listen on every address.
  if (values.host === '') throw new UsageError('--host takes an address.')
  const { 'demo-data': demoData, 'demo-seed': seed, 'demo-time': time, frozen } = values
  if (demoData === '') throw new UsageError('--demo-data takes a directory.')
  const wantsDemo = name === 'demo' || [demoData, seed, time, frozen].some((value) => value !== undefined)
  if (wantsDemo && (values.data !== undefined || values.database !== undefined)) {
    throw new UsageError(
      'The demo network (lyra demo, --demo-data, --demo-seed, --demo-time, --frozen) takes no --data and no --database.',
    )
  }
  const source = wantsDemo ? {} : sourceOf(values, env)
  const core = coreOf(values.core, env)
  const isDemo = isDemoAsked(source, wantsDemo)
  const watched = watchOf(values.watch, values['watch-file'], isDemo || core !== undefined)
  return {
    name: 'serve',
    options: {
      port: wholeNumber('port', values.port, 65535),
      host: values.host,
      ...source,
      core,
      ...watched,
      // A running demo watches its named parties without being told to.
      notify: notifyOptions(values, env, watched.watch !== undefined || (isDemo && frozen !== true)),
      faults: values.faults === true,
      ...operatingOptions(values, source.database !== undefined),
      dashboard: values.dashboard,
      ...(values['no-prepare'] && { unprepared: true }),
      cacheBytes: wholeNumber('cache', values.cache, 65_536) * 1_000_000,
      demo: {
        seed: seed === undefined ? undefined : wholeNumber('demo-seed', seed, 4294967295),
        time: time === undefined ? undefined : timeOf(time),
        frozen,
      },
      demoData,
    },
  }
}

function parseImport(args: string[], env: Env): Command {
  const { values, positionals: files } = parsedArguments(args, { ...database, metrics: { type: 'string' } })
  if (files.length === 0) throw new UsageError('import takes at least one archive, such as segment.zip.')
  const where = sourceOf(values, env)
  if (where.data === undefined && where.database === undefined) {
    throw new UsageError('import needs --data with a directory or --database with a URL.')
  }
  return { name: 'import', options: { files, ...where, metrics: importMetrics(values.metrics) } }
}

function parseWatch(args: string[]): Command {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const options = { node: text, until: text, 'watch-file': text, json: flag, once: flag }
  const { values, positionals } = parsedArguments(args, options)
  return { name: 'watch', options: watchOptionsOf(values, positionals) }
}

const parseSchema = (args: string[]): Command => ({
  name: 'schema',
  citus: parsedArguments(args, { citus: { type: 'boolean' } }, false).values.citus === true,
})

/** Reads the arguments after the program's name. Throws UsageError. */
export function parseCommandLine(args: readonly string[], env: Env): Command {
  const end = args.indexOf('--')
  const flag = args.slice(0, end < 0 ? args.length : end).find((arg) => arg === '--help' || arg === '--version')
  if (flag !== undefined) return { name: flag === '--help' ? 'help' : 'version' }
  const [first, ...rest] = args
  if (first === 'import') return parseImport(rest, env)
  if (first === 'watch') return parseWatch(rest)
  if (first === 'export') return parseExport(rest)
  if (first === 'list') return parseList(rest)
  if (first === 'schema') return parseSchema(rest)
  if (first === 'backup' || first === 'restore' || first === 'verify')
    return folderCommandOf(first, parsedArguments(rest, {}).positionals)
  return first === 'serve' || first === 'demo' ? parseServe(first, rest, env) : parseServe('serve', [...args], env)
}
