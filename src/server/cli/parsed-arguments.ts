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
