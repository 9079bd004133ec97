import { parseConnectionString } from '../database/postgres/connection-string.ts'
import { UsageError } from './usage-error.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** The text may contain a password, so it is not repeated. */
function postgresUrl(option: string, text: string): string {
  try {
    parseConnectionString(text)
  } catch (error) {
    throw new UsageError(`${option}: ${error instanceof Error ? error.message : String(error)}`)
  }
  return text
}

/** Where the data are. DATABASE_URL counts only when the command line names no place. */
export function sourceOf(values: { data?: string; database?: string }, env: Env): { data?: string; database?: string } {
  if (values.data !== undefined && values.database !== undefined) {
    throw new UsageError('--data and --database exclude each other.')
  }
  if (values.data === '') throw new UsageError('--data takes a directory.')
  if (values.data !== undefined) return { data: values.data }
  if (values.database !== undefined) return { database: postgresUrl('--database', values.database) }
  return env['DATABASE_URL'] ? { database: postgresUrl('DATABASE_URL', env['DATABASE_URL']) } : {}
}
