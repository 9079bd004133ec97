import http from 'node:http'
import https from 'node:https'
import * as v from 'valibot'
import { ErrorBody, code } from '../wire/error.ts'
import { getBlockHeight, getStatistics, getTime } from '../wire/network.ts'
import type { AnyOperation, Asked, Reply } from '../wire/operation.ts'
import { parseJson } from '../wire/scalar.ts'
import { getSpamStatistics } from '../wire/spam-statistics.ts'
import { formatUrl } from '../wire/url.ts'
import type { Core } from './core.ts'
import { Fault, unavailable } from './error.ts'
import { ForeignFault } from './failure.ts'
import { type Rendered, membersOf } from './json-text.ts'

export interface ProxyOptions {
  /** How long the core node may take, in milliseconds; the network's own limit is 5 s. */
  limit?: number
}

const agents = {
  'http:': new http.Agent({ keepAlive: true, maxSockets: 64 }),
  'https:': new https.Agent({ keepAlive: true, maxSockets: 64 }),
}

/** Takes half the processor time of fetch. Asks again when the node closed a kept connection at that very moment. */
function get(url: URL, signal: AbortSignal): Promise<{ status: number; text: string }> {
  const secure = url.protocol === 'https:'
  const agent = agents[secure ? 'https:' : 'http:']
  return new Promise((resolve, reject) => {
    let answered = false
    const request = (secure ? https : http).get(url, { agent, signal }, (response) => {
      answered = true
      response.setEncoding('utf8')
      let text = ''
      response.on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    })
    request.on('error', (error) => {
      if (request.reusedSocket && !answered && !signal.aborted) resolve(get(url, signal))
      else reject(error)
    })
  })
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** An error body is passed on as it came; anything else says nothing a caller could use. */
function refusal(status: number, text: string): Fault {
  const body = v.safeParse(v.looseObject({ ...ErrorBody.entries, code: v.number() }), parsed(text))
  if (status >= 400 && body.success) return new ForeignFault(status, text)
  return unavailable(`The core node answered with HTTP status ${status} and no readable body.`)
}

function agrees(op: AnyOperation, text: string): boolean {
  const value = parsed(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) && v.safeParse(op.reply, value).success
}

/**
 * Asks the REST server of a core node (wire.md 9.1, 11.4). Replies are checked against the wire and then passed on as
 * the text they are; error bodies keep their status. Silence beyond the limit is code 4, no connection code 14.
 */
export function proxyCore(url: string, { limit = 5000 }: ProxyOptions = {}): Core {
  const base = url.replace(/\/+$/, '')

  async function exchange(path: string, signal: AbortSignal): Promise<{ status: number; text: string }> {
    const timer = AbortSignal.timeout(limit)
    try {
      return await get(new URL(base + path), AbortSignal.any([signal, timer]))
    } catch (error) {
      if (signal.aborted) throw error
      if (timer.aborted) {
        throw new Fault(code.deadlineExceeded, `The core node did not answer within ${limit / 1000} seconds.`)
      }
      throw unavailable('The core node cannot be reached. Check that it runs and that --core names its REST server.')
    }
  }

  async function ask<Op extends AnyOperation>(
    op: Op,
    params: Asked<Op>,
    signal: AbortSignal,
  ): Promise<Rendered<Reply<Op>>> {
    const { status, text } = await exchange(formatUrl(op, params), signal)
    if (status !== 200) throw refusal(status, text)
    if (!agrees(op, text)) {
      throw unavailable(`The core node's answer to ${op.name} is not what the interface describes.`)
    }
    // The text has just been read as the reply of this very operation.
    return membersOf(text) as Rendered<Reply<Op>>
  }

  return {
    async spamStatistics(partyId, signal) {
      // A client resolves such a segment away and would ask for another resource.
      if (partyId === '.' || partyId === '..') throw new Fault(code.invalidArgument, 'invalid party id')
      return ask(getSpamStatistics, { partyId }, signal)
    },
    statistics: (signal) => ask(getStatistics, {}, signal),
    time: (signal) => ask(getTime, {}, signal),
    blockHeight: (signal) => ask(getBlockHeight, {}, signal),
  }
}
