import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import { spamCounters } from '../src/wire/spam-statistics.ts'
import { type File, readDashboard } from './generated-node.ts'

/** The built dashboard and a core node that answers for any party, by a clock that the bench moves. */
export interface SpamNode {
  url: string
  /** Unix milliseconds. */
  setTime: (ms: number) => void
  stop: () => void
}

export const parties: readonly string[] = Array.from({ length: 50 }, (_, index) => String(index + 1).padStart(64, 'a'))

/** What is counted of a party: everything moves, some parties reach limits, one of ten is banned for some minutes. */
function statisticsOf(party: string, time: number, began: number): object {
  const number = parties.indexOf(party)
  const minutes = (time - began) / 60_000
  const used = (at: number): number => Math.min(20, Math.floor(((number % 7) + at) * minutes * 0.3))
  const counters = spamCounters.map((name, at) => [
    name,
    { countForEpoch: String(used(at % 4)), maxForEpoch: '20', minTokensRequired: '100000000000000000000' },
  ])
  const banned = number % 10 === 0 ? { bannedUntil: new Date(began + (240 + number * 6) * 1000).toISOString() } : {}
  return {
    ...Object.fromEntries(counters),
    votes: { statistics: [], maxForEpoch: '3', ...banned },
    pow: { blockStates: [], numberOfPastBlocks: '100' },
    epochSeq: '7',
  }
}

/** Starts it on a free port of this machine. */
export async function startSpamNode(began: number): Promise<SpamNode> {
  const files = await readDashboard()
  let time = began

  const send = (response: ServerResponse, { headers, bytes }: File): void => {
    const date = new Date(time).toUTCString()
    response.writeHead(200, { ...headers, 'Content-Length': bytes.byteLength, 'Cache-Control': 'no-store', Date: date })
    response.end(bytes)
  }
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const file = files.get(path)
    if (file) return send(response, file)
    const party = /^\/statistics\/spam\/(.*)$/.exec(path)?.[1]
    if (party !== undefined) {
      const body = JSON.stringify({ chainId: 'bench', statistics: statisticsOf(party, time, began) })
      return send(response, { headers: { 'Content-Type': 'application/json' }, bytes: Buffer.from(body) })
    }
    const index = files.get('/index.html')
    if (index && request.headers.accept?.includes('text/html')) return send(response, index)
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"code":5,"message":"Not Found","details":[]}')
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    setTime: (ms) => (time = ms),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
