import * as v from 'valibot'
import { code } from '../../wire/error.ts'
import { getBlockHeight, getStatistics, getTime } from '../../wire/network.ts'
import type { AnyOperation, Asked, Reply } from '../../wire/operation.ts'
import { getSpamStatistics } from '../../wire/spam-statistics.ts'
import { formatUrl } from '../../wire/url.ts'
import { BlockAnswers } from './block-answers.ts'
import { errorBodyOf, jsonOf } from './core-error.ts'
import { type CoreAnswer, CoreLimiter, type LimiterClock } from './core-limiter.ts'
import { BadAnswer, requestCore } from './core-request.ts'
import type { Core } from './core.ts'
import { Fault, unavailable } from '../error.ts'
import { ForeignFault } from '../error.ts'
import { type Rendered, membersOf } from '../json-text.ts'
import { SharedRequests } from './shared-requests.ts'

export interface ProxyOptions {
  /** How long the core node may take, in milliseconds; the network's own limit is 5 s. */
  limit?: number
  /** The height of the service's own last block, where it has one. */
  ownHeight?: () => Promise<string | undefined>
  clock?: LimiterClock
}

/** Unix milliseconds that no correction of the machine's clock sets back. */
const machineClock: LimiterClock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve()
      }, ms)
      signal.addEventListener('abort', stop, { once: true })
    }),
  random: Math.random,
}

/** An error body is passed on as it came; anything else says nothing a caller could use. */
function refusal({ status, text }: CoreAnswer): Fault {
  const body = status >= 400 ? errorBodyOf(text) : undefined
  if (body !== undefined) return new ForeignFault(status, body)
  return unavailable(`The core node answered with HTTP status ${status} and no readable body.`)
}

const heightIn = (text: string | null | undefined): bigint | undefined =>
  /^\d{1,19}$/.test(text ?? '') ? BigInt(text ?? '') : undefined

const latest = (heights: readonly (bigint | undefined)[]): bigint | undefined =>
  heights.reduce((one, other) => (one === undefined || (other !== undefined && other > one) ? other : one), undefined)

/** One question to the core node, and where its reply names the block that it belongs to. */
interface Question<Op extends AnyOperation> {
  op: Op
  params: Asked<Op>
  blockOf: (reply: Reply<Op>) => string | undefined
}

/** The current block is always among those of the proof of work (wire.md 9.3). */
const spamBlock = ({ statistics }: Reply<typeof getSpamStatistics>): string | undefined =>
  latest((statistics.pow?.blockStates ?? []).map(({ blockHeight }) => heightIn(blockHeight)))?.toString()

/**
 * Asks the REST server of a core node (wire.md 9.1, 11.4), with the manners of one client for all callers: one rate budget,
 * equal requests at once, answers of one block shared (decision 17). Replies are checked against the wire and then passed
 * on as the text they are; error bodies keep their status. Silence beyond the limit is code 4, no connection code 14.
 */
export function proxyCore(url: string, { limit = 5000, ownHeight, clock = machineClock }: ProxyOptions = {}): Core {
  const base = url.replace(/\/+$/, '')
  const limiter = new CoreLimiter(clock)
  const answers = new BlockAnswers<Rendered<object>>(clock.now)
  const requests = new SharedRequests<Rendered<object>>()

  async function exchange(path: string, signal: AbortSignal): Promise<CoreAnswer> {
    const timer = AbortSignal.timeout(limit)
    const ended = AbortSignal.any([signal, timer])
    try {
      return await limiter.pass(() => requestCore(new URL(base + path), ended), ended)
    } catch (error) {
      if (signal.aborted || error instanceof Fault) throw error
      if (timer.aborted) {
        throw new Fault(code.deadlineExceeded, `The core node did not answer within ${limit / 1000} seconds.`)
      }
      if (error instanceof BadAnswer) throw unavailable(`The core node ${error.message}.`)
      throw unavailable('The core node cannot be reached. Check that it runs and that --core names its REST server.')
    }
  }

  async function send<Op extends AnyOperation>(
    { op, blockOf }: Question<Op>,
    path: string,
    signal: AbortSignal,
  ): Promise<Rendered<object>> {
    const answer = await exchange(path, signal)
    if (answer.status !== 200) throw refusal(answer)
    const reply = v.safeParse(op.reply, jsonOf(answer.text))
    if (!reply.success) {
      throw unavailable(`The core node's answer to ${op.name} is not what the interface describes.`)
    }
    const members = membersOf(answer.text)
    const told = heightIn(answer.headers.get('X-Block-Height'))
    answers.saw(told)
    answers.keep(path, members, heightIn(blockOf(reply.output as Reply<Op>)) ?? told)
    return members
  }

  async function ask<Op extends AnyOperation>(
    question: Question<Op>,
    signal: AbortSignal,
  ): Promise<Rendered<Reply<Op>>> {
    const path = formatUrl(question.op, question.params)
    if (answers.find(path) !== undefined) answers.saw(heightIn(await ownHeight?.()))
    const shared = answers.find(path) ?? (await requests.join(path, (ended) => send(question, path, ended), signal))
    // The text was read as the reply of this very operation.
    return shared as Rendered<Reply<Op>>
  }

  return {
    async spamStatistics(partyId, signal) {
      // A client resolves such a segment away and would ask for another resource.
      if (partyId === '.' || partyId === '..') throw new Fault(code.invalidArgument, 'invalid party id')
      return ask({ op: getSpamStatistics, params: { partyId }, blockOf: spamBlock }, signal)
    },
    statistics: (signal) =>
      ask({ op: getStatistics, params: {}, blockOf: ({ statistics }) => statistics.blockHeight }, signal),
    time: (signal) => ask({ op: getTime, params: {}, blockOf: () => undefined }, signal),
    blockHeight: (signal) => ask({ op: getBlockHeight, params: {}, blockOf: ({ height }) => height }, signal),
  }
}
