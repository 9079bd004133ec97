import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { CoreAnswer } from './core-limiter.ts'
import { unavailable } from '../fault.ts'

const agents = {
  'http:': new http.Agent({ keepAlive: true, maxSockets: 64 }),
  'https:': new https.Agent({ keepAlive: true, maxSockets: 64 }),
}

/** More than any reply of a core node; a longer one is refused. */
export const maxBodyBytes = 1_000_000

const linesOf = (headers: IncomingHttpHeaders): CoreAnswer['headers'] => ({
  get: (name) => {
    const value = headers[name.toLowerCase()]
    return (Array.isArray(value) ? value.join(', ') : value) ?? null
  },
})

async function read(response: IncomingMessage): Promise<CoreAnswer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    // Leaving the loop destroys the connection.
    if (bytes > maxBodyBytes) throw unavailable(`The core node sent more than ${maxBodyBytes} bytes.`)
    parts.push(part)
  }
  const text = Buffer.concat(parts).toString('utf8')
  return { status: response.statusCode ?? 0, headers: linesOf(response.headers), text }
}

/** Sends a GET request in half the processor time of fetch. Retries when the node closed an idle connection meanwhile. */
export function requestCore(url: URL, signal: AbortSignal): Promise<CoreAnswer> {
  const secure = url.protocol === 'https:'
  const agent = agents[secure ? 'https:' : 'http:']
  return new Promise((resolve, reject) => {
    let answered = false
    const request = (secure ? https : http).get(url, { agent, signal })
    request.on('response', (response) => {
      answered = true
      read(response).then(resolve, reject)
    })
    // Without this listener the request would never settle.
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(unavailable('The core node changed the protocol of the connection (HTTP status 101).'))
    })
    request.on('error', (error) => {
      if (request.reusedSocket && !answered && !signal.aborted) resolve(requestCore(url, signal))
      else reject(error)
    })
  })
}
