import type { IconName } from '../icons/icon-paths.ts'
import type { RiskState } from './risk-state.ts'

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
  title: string
  text: string
}

function answered({ status, code, message }: FailureView): string {
  const parts = [status ?? 'without a status', code === undefined ? undefined : `code ${code}`, message || undefined]
  return `It answered ${parts.filter((part) => part !== undefined).join(', ')}.`
}

function ofAnswer(failure: FailureView, what: string): string {
  if (failure.status === 404) return `The node did not find ${what}`
  if (failure.status !== undefined && failure.status < 500) return `The node refused the request for ${what}`
  return `The node could not read ${what}`
}

/** The host of a URL; other text stays as it is. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** A sentence for each kind of failure; `what` is a noun phrase such as "these candles". */
export function failureWords(failure: FailureView, what: string): FailureWords {
  switch (failure.kind) {
    case 'answer':
      return { state: 'limit', icon: 'alert', title: ofAnswer(failure, what), text: answered(failure) }
    case 'limited':
      return {
        state: 'near',
        icon: 'timer',
        title: 'Slowed down by the node',
        text: `Answer ${failure.status ?? 429}. The node wants fewer calls, so Lyra waits before it asks for ${what}.`,
      }
    case 'banned':
      return {
        state: 'banned',
        icon: 'ban',
        title: 'The node refuses this address',
        text: `Answer ${failure.status ?? 403}: ${failure.message || 'banned'}. Nothing is sent until it ends.`,
      }
    case 'offline':
      return {
        state: 'none',
        icon: 'offline',
        title: 'You are offline',
        text: 'Showing the last values. Loading resumes when the connection is back.',
      }
    case 'unreachable':
      return {
        state: 'limit',
        icon: 'offline',
        title: 'The node cannot be reached',
        text: `Can\u2019t connect to ${hostOf(failure.url)}. It may be down, the address may be wrong, or CORS may block this page.`,
      }
    case 'timeout':
      return {
        state: 'near',
        icon: 'clock',
        title: 'The node took too long',
        text: `There was no answer for ${what}${failure.took === undefined ? '' : ` within ${Math.round(failure.took / 1000)} s`}.`,
      }
    case 'malformed':
      return {
        state: 'limit',
        icon: 'alert',
        title: `The answer for ${what} could not be understood`,
        text: `The node answered${failure.status === undefined ? '' : ` ${failure.status}`}, but not as the interface says: ${failure.message}`,
      }
  }
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
