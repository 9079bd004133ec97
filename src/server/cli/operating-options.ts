import { isIP } from 'node:net'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { decodeText } from '../../client/decode-text.ts'
import { isServicePath } from '../../wire/operations.ts'
import { isPagePath } from '../../wire/pages.ts'
import { trustedProxies } from '../http/client-address.ts'
import { type LogFormat, logFormats } from './log-format.ts'
import { readFileSync } from 'node:fs'
import { fileFault } from '../file-fault.ts'
import { parseTemplate, type Template } from '../core/notify/notice.ts'
import type { Receiver } from '../core/notify/receiver-queue.ts'

type Arguments<Options> = { args: string[]; options: Options; allowPositionals: boolean; tokens: true }

const named = (token: object): string => ('rawName' in token ? `${String(token.rawName)} ` : '')

/** The options of a command and its other arguments. Throws UsageError, which names the option. */
export function parsedArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
  allowPositionals = true,
): ReturnType<typeof parseArgs<Arguments<Options>>> {
  try {
    const parsed = parseArgs<Arguments<Options>>({ args, options, allowPositionals, tokens: true })
    const last: Readonly<Record<string, unknown>> = parsed.values
    const dash = parsed.tokens.find((token) => 'value' in token && token.value === '-')
    if (dash)
      throw new UsageError(
        `${named(dash)}"-" is no file, nor standard input or output: write ./- for a file called so.`,
      )
    // Of an option that may be repeated all values are there, of one without a value a boolean.
    const isOther = (value: unknown, given: unknown): boolean => typeof value === 'string' && value !== given
    const twice = parsed.tokens.find((token) => token.kind === 'option' && isOther(last[token.name], token.value))
    if (twice) throw new UsageError(`${named(twice)}is given twice.`)
    return parsed
  } catch (error) {
    // The first sentence names the option.
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) throw error
    throw new UsageError(`${(error.message.split(/[.\n]/)[0] ?? '').trim()}.`)
  }
}

/** The text of an option, if it is an http or https URL. Throws UsageError, which calls a text that may hold a secret by `name`. */
export function httpUrl(option: string, text: string, name = `"${text}"`): string {
  // A user whose % is not followed by two digits could not be sent.
  if (URL.canParse(text) && /^https?:\/\/(?![^/]*%(?![\da-f]{2})[^/]*@)/i.test(new URL(text).href)) return text
  throw new UsageError(`${option} takes an http or https URL, not ${name}.`)
}

/** The address that `--node` gives. Throws UsageError. */
export const nodeOf = (text = 'http://127.0.0.1:8080'): string => httpUrl('--node', text)

/** A path as a shell and this program read it, for commands that are printed. */
export const shellWord = (path: string, text = path.replace(/^-/, './-')): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** An invalid command line; the message is a sentence that names the option. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export type MetricsAddress = { host: string; port: number } | { path: string }

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
    throw new UsageError(`--trusted-proxy: ${error instanceof Error ? error.message : String(error)}`)
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
  if (/^\/[\w./-]+$/.test(text) && !isServicePath(text) && !isPagePath(text)) return { path: text }
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

export interface NotifyOptions {
  receivers: Receiver[]
  publicUrl: string | undefined
  /** The file of what a restart needs. */
  stateFile: string
}

type NotifyValues = Partial<Record<'notify' | 'notify-template' | 'notify-state' | 'public-url', string | undefined>>

/** The URLs may hold secrets, so they are not repeated. */
function urlsIn(option: string, text: string): string[] {
  const urls = text.split(/,(?=\s*[a-z]+:\/\/)/i).map((url) => url.trim())
  for (const [at, url] of urls.entries()) httpUrl(option, url, `number ${at + 1} of its list`)
  if (new Set(urls).size < urls.length) throw new UsageError(`${option} names a URL twice.`)
  return urls
}

/** The text of a file that an option names. Throws UsageError. */
export function textOfFile(option: string, file: string): string {
  try {
    return decodeText(readFileSync(file))
  } catch (error) {
    throw new UsageError(`${option} cannot read ${file}: ${fileFault(error)}.`)
  }
}

function templateIn(file: string): Template {
  const text = textOfFile('--notify-template', file)
  try {
    return parseTemplate(text)
  } catch (error) {
    throw new UsageError(`--notify-template: ${file} ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** One template for all receivers, or one for each in their order; an empty name between commas is Lyra's own body. */
function templatesOf(text: string | undefined, receivers: number): (Template | undefined)[] {
  const files = text?.split(',').map((file) => file.trim()) ?? ['']
  if (files.length !== 1 && files.length !== receivers)
    throw new UsageError(`--notify-template takes one file, or one for each of ${receivers} URLs, not ${files.length}.`)
  const templates = files.map((file) => (file === '' ? undefined : templateIn(file)))
  return templates.length === receivers ? templates : Array.from({ length: receivers }, () => templates[0])
}

/** Hosts, with their place in the list where several are the same. */
function labelsOf(urls: readonly string[]): string[] {
  const hosts = urls.map((url) => new URL(url).host)
  return hosts.map((host, at) => (hosts.filter((other) => other === host).length > 1 ? `${host} (${at + 1})` : host))
}

/** Reads `--notify` (or LYRA_NOTIFY) and its companions; undefined without it. Throws UsageError. */
export function notifyOptions(
  values: NotifyValues,
  env: Readonly<Record<string, string | undefined>>,
  isWatching: boolean,
): NotifyOptions | undefined {
  const text = values.notify ?? env['LYRA_NOTIFY']
  const option = values.notify === undefined ? 'LYRA_NOTIFY' : '--notify'
  if (!text) {
    const companion = (['notify-template', 'notify-state', 'public-url'] as const).find((name) => values[name])
    if (companion) throw new UsageError(`--${companion} is for --notify.`)
    return undefined
  }
  if (!isWatching) throw new UsageError(`${option} tells of watched parties: name them with --watch or --watch-file.`)
  const urls = urlsIn(option, text)
  const publicUrl = values['public-url']
  if (publicUrl !== undefined && (httpUrl('--public-url', publicUrl).length > 300 || /[?#]/.test(publicUrl)))
    throw new UsageError('--public-url takes at most 300 characters, without ? and #.')
  if (values['notify-state'] === '') throw new UsageError('--notify-state takes a file.')
  const templates = templatesOf(values['notify-template'], urls.length)
  const labels = labelsOf(urls)
  return {
    receivers: urls.map((url, at) => ({ url, label: labels[at] ?? '', template: templates[at] })),
    publicUrl: publicUrl?.replace(/\/+$/, ''),
    stateFile: values['notify-state'] ?? '.lyra/notify.json',
  }
}
