import type pg from 'pg'

/** Settings of every session, which override those of the server and the role. */
const settings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  jit: 'off',
} as const

/** What a pool asks of each session. */
export interface SessionNeeds {
  readOnly: boolean
  /** Milliseconds a statement may take; 0 for no limit. */
  statementTimeout: number
}

/** The start-up parameters that make the settings. Ours come after `given`, so that these cannot turn read-only off by accident. */
export function startupParameters({ readOnly, statementTimeout }: SessionNeeds, given: string): pg.ClientConfig {
  const pairs = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const options = [given, ...pairs, ...(readOnly ? ['-c default_transaction_read_only=on'] : [])]
  return {
    options: options.filter(Boolean).join(' '),
    ...(statementTimeout > 0 ? { statement_timeout: statementTimeout } : {}),
  }
}

/** Begins a transaction with the settings in it, in one message. */
export function beginWithSettings({ readOnly, statementTimeout }: SessionNeeds): string {
  const made = Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)
  return [readOnly ? 'begin read only' : 'begin', `set local statement_timeout = ${statementTimeout}`, ...made].join(
    '; ',
  )
}

/** Tells which process answers and which settings it has. */
export const settingsQuery = `select pg_backend_pid()::text, current_setting('transaction_read_only'), ${Object.keys(
  settings,
)
  .map((name) => `split_part(current_setting('${name}'), ',', 1)`)
  .join(', ')}`

export interface FoundSettings {
  /** The server process that answered. */
  processId: string
  readOnly: boolean
  /** Whether all settings but read-only are made. */
  made: boolean
}

/** Reads the settings that a session has now. Rejects with the driver's errors. */
export async function readSettings(client: pg.ClientBase): Promise<FoundSettings> {
  const { rows } = await client.query<string[]>({ text: settingsQuery, rowMode: 'array' })
  const [processId = '', readOnly, ...values] = rows[0] ?? []
  const made = Object.values(settings).every((value, index) => values[index] === value)
  return { processId, readOnly: readOnly === 'on', made }
}
