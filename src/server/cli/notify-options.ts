import { readFileSync } from 'node:fs'
import { parseTemplate, type Template } from '../core/notify/notice.ts'
import type { Receiver } from '../core/notify/receiver-queue.ts'
import { UsageError, httpUrl } from './operating-options.ts'

/** The receivers of changes, and what they need. */
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

function templateIn(file: string): Template {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`--notify-template cannot read ${file}.`)
  }
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
