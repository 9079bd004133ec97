import { isIP } from 'node:net'
import { isServicePath } from '../../wire/operations.ts'
import { trustedProxies } from '../http/client-address.ts'
import { type LogFormat, logFormats } from './log-format.ts'

/** What every command takes. */
export const general = { help: { type: 'boolean' }, version: { type: 'boolean' } } as const

/** The result of `parse`; the first sentence of a parseArgs error names the option. Throws UsageError. */
export function parsedArguments<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) throw error
    throw new UsageError(`${(error.message.split(/[.\n]/)[0] ?? '').trim()}.`)
  }
}

/** The text of an option, if it is an http or https URL. Throws UsageError, which calls a text that may hold a secret by `name`. */
export function httpUrl(option: string, text: string, name = `"${text}"`): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new UsageError(`${option} takes an http or https URL, not ${name}.`)
}

/** The address that `--node` gives. Throws UsageError. */
export const nodeOf = (text = 'http://127.0.0.1:8080'): string => httpUrl('--node', text)

/** An invalid command line; the message is a sentence that names the option. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Where the metrics are: on a port of their own, or at a path of the service. */
export type MetricsAddress = { host: string; port: number } | { path: string }

/** The options of who runs the service for others. */
export interface OperatingOptions {
  /** Blocks that one of several servers of the database may be behind. */
  maxLag: number | undefined
  log: LogFormat | undefined
  /** Requests of one address a second. */
  rateLimit: number | undefined
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` counts. */
  trustedProxies: string[] | undefined
  metrics: MetricsAddress | undefined
  /** Sources of a Content-Security-Policy that may show a page in a frame. */
  frameAncestors: string[] | undefined
}

type OperatingValues = Partial<Record<'max-lag' | 'log' | 'metrics' | 'rate-limit', string | undefined>> & {
  'trusted-proxy'?: string[] | undefined
  'frame-ancestors'?: string[] | undefined
}

function logFormat(text: string | undefined): LogFormat | undefined {
  const format = logFormats.find((format) => format === text)
  if (text !== undefined && format === undefined) {
    throw new UsageError(`--log takes json, pretty or off, not "${text}".`)
  }
  return format
}

function maxLagOf(text: string | undefined, hasDatabase: boolean): number | undefined {
  if (text === undefined) return undefined
  if (!hasDatabase) throw new UsageError('--max-lag is for a PostgreSQL of several servers (--database URL).')
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--max-lag takes a number of blocks, not "${text}".`)
  return Number(text)
}

function rateLimitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const [, count] = /^(\d{1,6})(?:\/s)?$/.exec(text) ?? []
  if (!(Number(count) > 0)) throw new UsageError(`--rate-limit takes requests a second, such as 20/s, not "${text}".`)
  return Number(count)
}

function proxiesOf(lists: string[] | undefined): string[] | undefined {
  const proxies = lists?.flatMap((list) => list.split(',').map((entry) => entry.trim()))
  try {
    trustedProxies(proxies ?? [])
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  return proxies
}

/** A site as a browser names it, or all of a domain or of its ports; nothing that could end the directive. */
const frameSource = /^https?:\/\/[\w.*[\]:-]+$/

function frameAncestorsOf(lists: string[] | undefined): string[] | undefined {
  return lists
    ?.flatMap((list) => list.split(','))
    .map((text) => {
      const source = text.trim()
      if (source === 'self' || source === 'none') return `'${source}'`
      if (frameSource.test(source)) return source
      throw new UsageError(`--frame-ancestors takes self, none or sites such as https://wiki.example, not "${source}".`)
    })
}

/** Port 9090 is this machine's alone, since the metrics name the watched parties. */
function metricsAddress(text: string | undefined): MetricsAddress | undefined {
  if (text === undefined) return undefined
  if (/^\/[\w./-]+$/.test(text) && !isServicePath(text)) return { path: text }
  const [, host = '127.0.0.1', digits] = /^(?:([\d.]+|\[[\da-f:]+\]):)?(\d{1,5})$/i.exec(text) ?? []
  const address = host.replaceAll(/[[\]]/g, '')
  if (digits === undefined || Number(digits) > 65_535 || isIP(address) === 0) {
    throw new UsageError(`--metrics takes a port, an address with a port, or a path such as /metrics, not "${text}".`)
  }
  return { host: address, port: Number(digits) }
}

/** Where the metrics of an import are: on a port, since it serves no paths. */
export function importMetrics(text: string | undefined): MetricsAddress | undefined {
  const address = metricsAddress(text)
  if (address && 'path' in address)
    throw new UsageError(`An import takes --metrics with a port, not "${address.path}".`)
  return address
}

/** The options of who runs the service for others; `hasDatabase`: with a PostgreSQL. Throws UsageError. */
export function operatingOptions(values: OperatingValues, hasDatabase = false): OperatingOptions {
  return {
    trustedProxies: proxiesOf(values['trusted-proxy']),
    rateLimit: rateLimitOf(values['rate-limit']),
    frameAncestors: frameAncestorsOf(values['frame-ancestors']),
    maxLag: maxLagOf(values['max-lag'], hasDatabase),
    log: logFormat(values.log),
    metrics: metricsAddress(values.metrics),
  }
}
