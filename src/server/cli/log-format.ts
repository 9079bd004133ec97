import { inspect } from 'node:util'
import pino from 'pino'
import { type RequestLine, setSink, type Sink, withoutIds } from '../log.ts'

/** `json` and `pretty` have one line a request; `off` has no lines. Without a format there are sentences, as in a terminal. */
export const logFormats = ['json', 'pretty', 'off'] as const
export type LogFormat = (typeof logFormats)[number]

const silent: Sink = { info: () => {}, error: () => {}, isOff: true }

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

/** Chooses how lines look from now on; `write` is for tests. */
export function setLogFormat(format: LogFormat | undefined, write?: (line: string) => void): void {
  if (format === undefined) setSink(undefined)
  else if (format === 'off') setSink(silent)
  else {
    // Of a full disk the oldest lines are kept until there is room.
    const standardOutput = write === undefined ? pino.destination({ fd: 1, sync: true, maxLength: 1 << 20 }) : undefined
    standardOutput?.on('error', () => undefined)
    setSink(pinoSink(format, write ?? ((line) => void standardOutput?.write(line))))
  }
}
