import type { Failure } from '../../format/failure.ts'
import { refusedPort } from '../../format/node-url.ts'
import type { IconName } from '../icons/icon-paths.ts'
import type { RiskState } from '../../../wire/spam/risk-state.ts'

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

/** With a capital and one full stop, which the node's message may have already. */
const sentence = (text: string): string =>
  `${text.replace(/^./, (letter) => letter.toUpperCase()).replace(/[.\s]+$/, '')}.`

function ofAnswer({ kind, status, code, message }: Failure): Pick<FailureWords, 'cause' | 'text'> {
  const answered = [`${status ?? 'no status'}`, code === undefined ? '' : `code ${code}`, message]
    .filter((part) => part !== '')
    .join(', ')
  const cause =
    kind === 'absent'
      ? 'this node does not offer it'
      : kind === 'unknown'
        ? 'the node does not know it'
        : status !== undefined && status < 500
          ? 'the node refused the request'
          : 'the node reported an error'
  return { cause, text: sentence(`${cause}: ${answered}`) }
}

/** Why a node cannot be reached, as far as the page knows. */
const whyNot = (url: string): string => {
  const port = refusedPort(url)
  return port === undefined
    ? 'It may be down, the address may be wrong, or CORS may block this page.'
    : `Browsers send nothing to port ${port}: the node must listen on another one.`
}

/** The host of a URL; other text stays as it is. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** State, icon, cause and sentences for each kind of failure. */
function causeOf(failure: Failure): Omit<FailureWords, 'title'> {
  switch (failure.kind) {
    case 'redirect':
      return {
        state: 'limit',
        icon: 'alert',
        cause: 'the node redirects to another address',
        text: `${failure.message} Lyra follows no redirect, because each one is a request that the node counts.`,
      }
    case 'fault':
      return {
        state: 'limit',
        icon: 'alert',
        cause: 'an error in Lyra',
        text: `This is an error in Lyra, not in the node or its data: ${failure.message}. Reload the page. If it happens again, report it with the copied error.`,
      }
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
      if (failure.status !== undefined)
        return {
          state: 'limit',
          icon: 'offline',
          cause: 'the response broke off',
          text: `The node began to respond (status ${failure.status}), and its response broke off or could not be unpacked.`,
        }
      return {
        state: 'limit',
        icon: 'offline',
        cause: 'the node cannot be reached',
        text: `The node cannot be reached at ${hostOf(failure.url)}. ${whyNot(failure.url)}`,
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
    default:
      return { state: 'limit', icon: 'alert', ...ofAnswer(failure) }
  }
}

/** What a failure means to the reader, then why; `what` is a noun phrase such as "these candles". */
export function failureWords(failure: Failure, what: string): FailureWords {
  const title =
    failure.kind === 'limited'
      ? `Waiting to load ${what}`
      : failure.kind === 'fault'
        ? `Lyra failed to show ${what}`
        : `Could not ${failure.kind === 'unknown' ? 'find' : 'load'} ${what}`
  return { title, ...causeOf(failure) }
}

/** The same in one line, for where there is no room for more: `Could not load its candles: the node took too long`. */
export function failureLine(failure: Failure, what: string): string {
  const { title, cause } = failureWords(failure, what)
  return `${title}: ${cause}`
}

/** Everything about a failure as plain text, for a bug report. */
export function failureText(failure: Failure, what: string): string {
  const { title, text } = failureWords(failure, what)
  const { detail, url } = failure
  const lines: (string | undefined)[] = [
    `${title}. ${text}`,
    failure.message && `message: ${failure.message}`,
    detail && `detail: ${[detail.code, detail.message].filter((part) => part !== undefined).join(', ')}`,
    detail?.inner && `inner: ${detail.inner}`,
    url && `request: GET ${url}`,
    `at: ${new Date(failure.at).toISOString()}`,
    failure.took === undefined ? undefined : `took: ${Math.round(failure.took)} ms`,
    failure.attempt === undefined ? undefined : `attempt: ${failure.attempt}`,
    failure.stack,
  ]
  return lines.filter(Boolean).join('\n')
}
