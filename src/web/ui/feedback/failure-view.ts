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

const looks: Readonly<Record<Failure['kind'], readonly [state: RiskState, icon: IconName, cause: string]>> = {
  answer: ['limit', 'alert', 'the node reported an error'],
  absent: ['limit', 'alert', 'this node does not offer it'],
  unknown: ['limit', 'alert', 'the node does not know it'],
  redirect: ['limit', 'alert', 'the node redirects to another address'],
  limited: ['near', 'timer', 'rate limited by the node'],
  banned: ['banned', 'ban', 'the node has banned your IP'],
  offline: ['none', 'offline', 'no network connection'],
  unreachable: ['limit', 'offline', 'the node cannot be reached'],
  timeout: ['near', 'clock', 'the node took too long'],
  malformed: ['limit', 'alert', 'the response could not be read'],
  fault: ['limit', 'alert', 'an error in Lyra'],
}

function causeOf({ kind, status }: Failure): string {
  if (kind === 'answer' && status !== undefined && status < 500) return 'the node refused the request'
  if (kind === 'unreachable' && status !== undefined) return 'the response broke off'
  return looks[kind][2]
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

/** What is said of an answer: its cause, then what the node sent. */
function answerText(failure: Failure): string {
  const { status, code, message } = failure
  const answered = [status ?? 'no status', code !== undefined && `code ${code}`, message].filter(Boolean)
  return sentence(`${causeOf(failure)}: ${answered.join(', ')}`)
}

const texts: Readonly<Partial<Record<Failure['kind'], (failure: Failure) => string>>> = {
  redirect: ({ message }) => `${message} Lyra follows no redirect, because each one is a request that the node counts.`,
  limited: ({ status = 429 }) => `Rate limited by the node (${status}). Lyra waits before it sends the next request.`,
  banned: ({ status = 403, message }) =>
    `The node has banned your IP (${status}: ${message || 'banned'}). Nothing is sent until the ban ends.`,
  offline: () => 'No network connection. Loading resumes when it is back.',
  unreachable: ({ status, url }) =>
    status === undefined
      ? `The node cannot be reached at ${hostOf(url)}. ${whyNot(url)}`
      : `The node began to respond (status ${status}), and its response broke off or could not be unpacked.`,
  timeout: ({ took }) =>
    `The node took too long: no response${took === undefined ? ' came' : ` within ${Math.round(took / 1000)} s`}.`,
  malformed: ({ status, message }) =>
    `The response could not be read${status === undefined ? '' : ` (status ${status})`}. ${message}`,
  fault: ({ message }) =>
    `This is an error in Lyra, not in the node or its data: ${message}. Reload the page. If it happens again, report it with the copied error.`,
}

/** What a failure means to the reader, then why; `what` is a noun phrase such as "these candles". */
export function failureWords(failure: Failure, what: string): FailureWords {
  const title =
    failure.kind === 'limited'
      ? `Waiting to load ${what}`
      : failure.kind === 'fault'
        ? `Lyra failed to show ${what}`
        : `Could not ${failure.kind === 'unknown' ? 'find' : 'load'} ${what}`
  const [state, icon] = looks[failure.kind]
  return { state, icon, title, cause: causeOf(failure), text: (texts[failure.kind] ?? answerText)(failure) }
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
