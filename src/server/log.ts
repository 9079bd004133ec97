import { inspect } from 'node:util'
import pino from 'pino'

/** What is known of a request when its last byte has left. Numbers of the database are those of its reads. */
export interface RequestLine {
  requestId: string
  /** The operation's name, or which other part answered. Never the address, which holds ids of parties. */
  operation: string
  method: string
  status: number
  rows: number
  bytes: number
  ms: number
  databaseMs: number
  /** Whether the body was kept ready; absent where none is kept. */
  cache?: 'hit' | 'miss' | undefined
}

/** `json` and `pretty` have one line a request; `off` has no lines. Without a format there are sentences, as in a terminal. */
export const logFormats = ['json', 'pretty', 'off'] as const
export type LogFormat = (typeof logFormats)[number]

interface Sink {
  info: (message: string) => void
  error: (message: string, error?: unknown) => void
  request?: (line: RequestLine) => void
}

const id = /\b[\da-f]{64}\b/gi
/** Ids identify users and their interests, so they are not logged. */
export const withoutIds = (text: string): string => text.replace(id, '<id>')

/** The same error, unless what would be printed of it holds an id. */
function printed(error: unknown): unknown {
  const text = inspect(error)
  const safe = withoutIds(text)
  return safe === text ? error : safe
}

const sentences: Sink = {
  info: (message) => console.log(withoutIds(message)),
  error: (message, error) =>
    error === undefined ? console.error(withoutIds(message)) : console.error(withoutIds(message), printed(error)),
}

const silent: Sink = { info: () => {}, error: () => {} }

/** A request for people: `12:00:00.000Z GET listCandles 200 · 100 rows · 20,480 B · 3.2 ms (database 1.1 ms) · 0f3a…` */
function requestText(line: RequestLine): string {
  const { method, operation, status, rows, bytes, ms, databaseMs, requestId } = line
  const size = `${rows} rows · ${bytes} B`
  return `${method} ${operation} ${status} · ${size} · ${ms} ms (database ${databaseMs} ms) · ${requestId}`
}

/** Lines go out before the call returns, so that the reason of an exit is never lost. */
function pinoSink(format: 'json' | 'pretty', write: (line: string) => void): Sink {
  const line = (time: string, text: string): void => write(withoutIds(`${time.slice(11)} ${text}\n`))
  if (format === 'pretty') {
    const now = (): string => new Date().toISOString()
    return {
      info: (message) => line(now(), message),
      error: (message, error) => line(now(), `ERROR ${message}${error === undefined ? '' : ` ${inspect(error)}`}`),
      request: (request) => line(now(), requestText(request)),
    }
  }
  const options = { base: null, timestamp: pino.stdTimeFunctions.isoTime }
  const logger = pino(options, { write: (text: string) => write(withoutIds(text)) })
  return {
    info: (message) => logger.info(message),
    error: (message, error) => logger.error(error === undefined ? {} : { err: error }, message),
    request: (request) => logger.info(request, 'request'),
  }
}

let sink = sentences

/** Chooses how lines look from now on; `write` is for tests. */
export function setLogFormat(format: LogFormat | undefined, write?: (line: string) => void): void {
  if (format === undefined) sink = sentences
  else if (format === 'off') sink = silent
  else {
    const standardOutput = write === undefined ? pino.destination({ fd: 1, sync: true }) : undefined
    sink = pinoSink(format, write ?? ((line) => void standardOutput?.write(line)))
  }
}

/** Everything the service says of itself. Ids of 64 hexadecimal characters are left out. */
export const log = {
  info: (message: string): void => sink.info(message),
  error: (message: string, error?: unknown): void => sink.error(message, error),
  request: (line: RequestLine): void => sink.request?.(line),
  /** The reason why nothing is served: written even where the log is off. */
  fatal: (message: string, error?: unknown): void => (sink === silent ? sentences : sink).error(message, error),
  /** Whether requests are logged at all. */
  get hasRequests(): boolean {
    return sink.request !== undefined
  },
}
