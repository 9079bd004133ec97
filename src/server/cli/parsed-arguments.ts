import { UsageError } from './operating-options.ts'

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
