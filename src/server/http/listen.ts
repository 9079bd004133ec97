import { EventEmitter, once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { code } from '../../wire/protocol/error.ts'
import { servicePaths } from '../../wire/operations.ts'
import { type Failure, plainFailure } from '../fault.ts'
import { codeOf } from '../file-fault.ts'
import { log } from '../log.ts'
import { acceptUpgrades } from './upgrade.ts'

/**
 * Milliseconds a client may take. Node's defaults are for a server behind a proxy; these are for a public one, but a kept
 * connection outlives the 60 seconds of proxies: closed by the service first, it would lose the proxy's next request.
 */
const publicLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5000,
  /** For a reader that takes nothing of its response, after which it is cut. */
  stallTimeout: 120_000,
}

/** The options that name the address, for refusals of it. */
const addressOptions = { hostOption: '--host', portOption: '--port' }

/** Requests of one connection that run at the same time; answers leave in order, so that more would only fill memory. */
const maxRunning = 4
/** Requests that may wait behind them before the connection is cut. */
const maxWaiting = 100

class PendingResponses {
  readonly #running = new Set<ServerResponse>()
  readonly #waiting: { outgoing: ServerResponse; begin: () => void }[] = []

  constructor(private readonly socket: Socket) {
    // Node closes only the response that holds the socket; those behind it would run and keep their answers.
    socket.once('close', () => {
      for (const outgoing of [...this.#running, ...this.#waiting.splice(0).map(({ outgoing }) => outgoing)]) {
        if (outgoing.closed) continue
        outgoing.destroy()
        outgoing.emit('close')
      }
    })
  }

  get isEmpty(): boolean {
    return this.#running.size === 0
  }

  /** Calls `begin` when fewer than four requests run; false when too many wait. */
  add(outgoing: ServerResponse, begin: () => void): boolean {
    if (this.#waiting.length >= maxWaiting) return false
    this.#waiting.push({ outgoing, begin })
    this.#next()
    return true
  }

  #next(): void {
    while (this.#running.size < maxRunning && !this.socket.destroyed) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#running.add(next.outgoing)
      next.outgoing.on('close', () => {
        this.#running.delete(next.outgoing)
        this.#next()
      })
      next.begin()
    }
  }
}

const isHost = (text: string, at: number): boolean => at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host'
// With two Host lines, a proxy and the service may each read another one (RFC 9112, 3.2).
const manyHosts = plainFailure(400, code.invalidArgument, 'more than one Host header')
const stopped: Failure = {
  ...plainFailure(503, code.unavailable, 'The service is stopping; try again in a few seconds.'),
  headers: { 'Retry-After': '5' },
}

/** Answers what does not reach the app, and closes the connection. */
function refuse({ headers: { origin } }: IncomingMessage, outgoing: ServerResponse, failure: Failure): void {
  const { status, body, headers } = failure
  outgoing.shouldKeepAlive = false
  if (origin !== undefined) outgoing.setHeader('Access-Control-Allow-Origin', origin)
  const always = { Vary: 'Origin', 'X-Content-Type-Options': 'nosniff', 'Content-Type': 'application/json' }
  outgoing.writeHead(status, { ...always, ...headers }).end(body)
}

/** What still answers while the service stops: it lives, but takes no requests. */
const isHealth = ({ url }: IncomingMessage): boolean => url?.split('?')[0] === servicePaths.health

/** Resolves when no response runs, or after `ms`. */
async function idle(running: ReadonlySet<unknown>, ended: EventEmitter, ms: number): Promise<void> {
  const timeout = AbortSignal.timeout(ms)
  while (running.size > 0 && !timeout.aborted) await once(ended, 'ended', { signal: timeout }).catch(() => undefined)
}

function refusal(error: unknown, host: string, port: number, options: Partial<typeof addressOptions>): unknown {
  const { hostOption, portOption } = { ...addressOptions, ...options }
  const reason = codeOf(error)
  if (reason === 'EADDRINUSE')
    return new Error(`Port ${port} of ${host} is taken; choose another one with ${portOption}.`)
  if (reason === 'EACCES')
    return new Error(`Port ${port} of ${host} is not allowed; choose one above 1023 with ${portOption}.`)
  if (['EADDRNOTAVAIL', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND'].includes(reason))
    return new Error(`${hostOption} ${host} is not an address of this machine.`)
  return error
}

function addressOf(server: Server, host: string): string {
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : ''
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Serves `app`; `url` has the port it really got. Rejects with a sentence when the address cannot be used. */
export async function listen(
  app: Hono,
  host: string,
  port: number,
  limits: Partial<typeof publicLimits & typeof addressOptions> = {},
) {
  // An HTTP/1.0 probe sends no Host.
  const handle = getRequestListener(app.fetch, { hostname: 'localhost' })
  let stopping = false
  const running = new Set<ServerResponse>()
  const ended = new EventEmitter()
  const connections = new WeakMap<Socket, PendingResponses>()
  const pendingOf = (socket: Socket): PendingResponses => {
    const pending = connections.get(socket) ?? new PendingResponses(socket)
    connections.set(socket, pending)
    return pending
  }
  const server = createServer({ ...publicLimits, ...limits }, (incoming, outgoing) => {
    // A response to a client that has left has nowhere to go.
    outgoing.on('error', () => undefined)
    if (incoming.rawHeaders.filter(isHost).length > 1) return refuse(incoming, outgoing, manyHosts)
    if (stopping && !isHealth(incoming)) return refuse(incoming, outgoing, stopped)
    running.add(outgoing)
    const leave = (): void => {
      if (running.delete(outgoing)) ended.emit('ended')
    }
    outgoing.on('close', leave)
    // The response of a websocket's handshake is detached from its connection and never closes.
    if (incoming.headers.upgrade !== undefined) incoming.socket.once('close', leave)
    const isTaken = pendingOf(incoming.socket).add(outgoing, () => void handle(incoming, outgoing))
    if (!isTaken) incoming.socket.destroy()
  })
  server.setTimeout(limits.stallTimeout ?? publicLimits.stallTimeout, (socket: Socket) => {
    if (socket.writableLength > 0 || (connections.get(socket)?.isEmpty ?? true)) socket.destroy()
  })
  const upgrades = acceptUpgrades(server, (socket) => connections.get(socket)?.isEmpty ?? true)
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw refusal(error, host, port, limits)
  }
  return {
    url: addressOf(server, host),
    /** Refuses new requests, lets running responses finish for `gracePeriodMs`, then cuts them and accepts no connections. */
    stop: async (gracePeriodMs: number): Promise<void> => {
      stopping = true
      const closed = once(server, 'close')
      const cut = setTimeout(() => {
        log.error(`Answers that still ran after ${gracePeriodMs / 1000} seconds were cut.`)
        server.closeAllConnections()
        upgrades.cut()
      }, gracePeriodMs)
      await idle(running, ended, gracePeriodMs)
      server.close()
      await closed
      clearTimeout(cut)
    },
  }
}
export type Listening = Awaited<ReturnType<typeof listen>>
