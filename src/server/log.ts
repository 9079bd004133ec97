import { host } from '#host'

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

/** Where lines go. `request` is absent where requests are not logged. */
export interface Sink {
  info: (message: string) => void
  error: (message: string, error?: unknown) => void
  request?: (line: RequestLine) => void
  /** Nothing is written but what is fatal. */
  isOff?: boolean
}

const id = /\b[\da-f]{64}\b/gi
/** Ids identify users and their interests, so they are not logged. */
export const withoutIds = (text: string): string => text.replace(id, '<id>')

/** Replaces terminal control characters, which file names and texts of other nodes may contain. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')

/** The same error, unless what would be printed of it holds an id. */
function printed(error: unknown): unknown {
  const text = host.describe(error)
  const safe = withoutIds(text)
  return safe === text ? error : safe
}

const sentences: Sink = {
  info: (message) => console.log(withoutIds(message)),
  error: (message, error) =>
    error === undefined ? console.error(withoutIds(message)) : console.error(withoutIds(message), printed(error)),
}

let sink: Sink = sentences

/** Where lines go from now on; as sentences to the console without one. */
export function setSink(to: Sink | undefined): void {
  sink = to ?? sentences
}

/** Everything the service says of itself. Ids of 64 hexadecimal characters are left out. */
export const log = {
  info: (message: string): void => sink.info(message),
  error: (message: string, error?: unknown): void => sink.error(message, error),
  request: (line: RequestLine): void => sink.request?.(line),
  /** The reason why nothing is served: written even where the log is off. */
  fatal: (message: string, error?: unknown): void => (sink.isOff ? sentences : sink).error(message, error),
  /** Whether requests are logged at all. */
  get hasRequests(): boolean {
    return sink.request !== undefined
  },
}
