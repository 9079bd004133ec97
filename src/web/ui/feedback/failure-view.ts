import type { IconName } from '../icons/icon-paths.ts'
import type { RiskState } from '../../../wire/risk-state.ts'

/** A request without a usable response. */
export interface FailureView {
  kind: 'answer' | 'limited' | 'banned' | 'offline' | 'unreachable' | 'timeout' | 'malformed'
  /** HTTP status, if there was a response. */
  status?: number
  /** gRPC code of the error body. */
  code?: number
  message: string
  /** `details[0]` of the error body. */
  detail?: { code?: number; message?: string; inner?: string }
  /** The full URL of the request. */
  url: string
  /** When it failed, Unix milliseconds. */
  at: number
  /** Duration in milliseconds. */
  took?: number
  attempt?: number
  /** When requests may be sent again, Unix milliseconds. */
  until?: number
}

/** Whether the node lacks the operation: lists for labels are optional, so nothing is missing then. */
export const isAbsent = (failure: FailureView | undefined): boolean =>
  failure?.kind === 'answer' && (failure.status === 404 || failure.status === 501)

export interface FailureWords {
  state: RiskState
  icon: IconName
  /** What is missing, which matters first: `Could not load these candles`. */
  title: string
  /** Why, in a few words: `the node took too long`. */
  cause: string
  /** Why and what comes next, in whole sentences. */
  text: string
}

const sentence = (text: string): string => `${text.replace(/^./, (letter) => letter.toUpperCase())}.`

function ofAnswer({ status, code, message }: FailureView): Pick<FailureWords, 'cause' | 'text'> {
  const answered = [`${status ?? 'no status'}`, code === undefined ? '' : `code ${code}`, message]
    .filter((part) => part !== '')
    .join(', ')
  if (status === 404)
    return { cause: 'the node does not know it', text: sentence(`the node does not know it: ${answered}`) }
  const cause = status !== undefined && status < 500 ? 'the node refused the request' : 'the node reported an error'
  return { cause, text: sentence(`${cause}: ${answered}`) }
}

/** The host of a URL; other text stays as it is. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** State, icon, cause and sentences for each kind of failure. */
function causeOf(failure: FailureView): Omit<FailureWords, 'title'> {
  switch (failure.kind) {
    case 'answer':
      return { state: 'limit', icon: 'alert', ...ofAnswer(failure) }
    case 'limited':
      return {
        state: 'near',
        icon: 'timer',
        cause: 'rate limited by the node',
        text: `Rate limited by the node (${failure.status ?? 429}). Lyra waits before it sends the next request.`,
      }
    case 'banned':
      return {
        state: 'banned',
        icon: 'ban',
        cause: 'the node has banned your IP',
        text: `The node has banned your IP (${failure.status ?? 403}: ${failure.message || 'banned'}). Nothing is sent until the ban ends.`,
      }
    case 'offline':
      return {
        state: 'none',
        icon: 'offline',
        cause: 'no network connection',
        text: 'No network connection. Loading resumes when it is back.',
      }
    case 'unreachable':
      return {
        state: 'limit',
        icon: 'offline',
        cause: 'the node cannot be reached',
        text: `The node cannot be reached at ${hostOf(failure.url)}. It may be down, the address may be wrong, or CORS may block this page.`,
      }
    case 'timeout':
      return {
        state: 'near',
        icon: 'clock',
        cause: 'the node took too long',
        text: `The node took too long: no response${failure.took === undefined ? ' came' : ` within ${Math.round(failure.took / 1000)} s`}.`,
      }
    case 'malformed':
      return {
        state: 'limit',
        icon: 'alert',
        cause: 'the response could not be read',
        text: `The response could not be read${failure.status === undefined ? '' : ` (status ${failure.status})`}. ${failure.message}`,
      }
  }
}

/** What a failure means to the reader, then why; `what` is a noun phrase such as "these candles". */
export function failureWords(failure: FailureView, what: string): FailureWords {
  const found = failure.kind === 'answer' && failure.status === 404 ? 'find' : 'load'
  const title = failure.kind === 'limited' ? `Waiting to load ${what}` : `Could not ${found} ${what}`
  return { title, ...causeOf(failure) }
}

/** The same in one line, for where there is no room for more: `Could not load its candles: the node took too long`. */
export function failureLine(failure: FailureView, what: string): string {
  const { title, cause } = failureWords(failure, what)
  return `${title}: ${cause}`
}

/** Everything about a failure as plain text, for a bug report. */
export function failureText(failure: FailureView, what: string): string {
  const { title, text } = failureWords(failure, what)
  const { detail } = failure
  const lines: (string | undefined)[] = [
    `${title}. ${text}`,
    failure.message && `message: ${failure.message}`,
    detail && `detail: ${[detail.code, detail.message].filter((part) => part !== undefined).join(', ')}`,
    detail?.inner && `inner: ${detail.inner}`,
    `request: GET ${failure.url}`,
    `at: ${new Date(failure.at).toISOString()}`,
    failure.took === undefined ? undefined : `took: ${Math.round(failure.took)} ms`,
    failure.attempt === undefined ? undefined : `attempt: ${failure.attempt}`,
  ]
  return lines.filter(Boolean).join('\n')
}
