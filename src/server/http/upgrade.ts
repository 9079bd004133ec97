import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { type BlockList, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type WebSocket, WebSocketServer } from 'ws'
import { clientAddress } from './client-address.ts'
import type { ConnectionOf } from './route.ts'

interface Upgrade {
  socket: Socket
  head: Buffer
  /** Detaches the connection from its HTTP response. */
  release: () => void
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/** Messages of clients are never read, so there is no room for long ones. Any origin, as for every read (wire.md 6.6). */
const acceptor = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: 1024 })

/** Passes Upgrade requests to the app; an unclaimed one is answered as HTTP/1.1, since libraries offer HTTP/2 this way. */
function dispatchUpgrade(server: Server, incoming: IncomingMessage, socket: Socket, head: Buffer): void {
  const outgoing = new ServerResponse(incoming)
  const drained = (): void => void outgoing.emit('drain')
  socket.on('error', () => socket.destroy())
  socket.on('drain', drained)
  outgoing.shouldKeepAlive = false
  outgoing.on('finish', () => socket.end())
  outgoing.assignSocket(socket)
  const release = (): void => {
    socket.off('drain', drained)
    outgoing.detachSocket(socket)
  }
  upgrades.set(incoming, { socket, head, release })
  server.emit('request', incoming, outgoing)
}

/**
 * Makes a server accept upgrades. `cut` ends upgraded connections, which the server does not track. A connection that still waits
 * for answers is closed instead: two responses cannot have one socket, and assigning the second would end the process.
 */
export function acceptUpgrades(server: Server, isIdle: (socket: Socket) => boolean): { cut: () => void } {
  const sockets = new Set<Socket>()
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!(socket instanceof Socket) || !isIdle(socket)) return void socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    dispatchUpgrade(server, incoming, socket, head)
  })
  return {
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

export const socketOf = (env: unknown): Socket | undefined =>
  (env as Partial<HttpBindings> | undefined)?.incoming?.socket

/** Ends a connection that leaves a ping unanswered for `pingMs`. */
function keepAlive(socket: WebSocket, pingMs: number): void {
  let isAlive = true
  socket.on('pong', () => (isAlive = true))
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, pingMs)
  socket.once('close', () => clearInterval(timer))
}

/** Accepts a websocket handshake and calls `serve` when it is open; else false. Clients must answer a ping every `pingMs`. */
function acceptWebSocket(request: Request, env: unknown, serve: (socket: WebSocket) => void, pingMs: number): boolean {
  const { incoming } = (env ?? {}) as Partial<HttpBindings>
  const upgrade = incoming && upgrades.get(incoming)
  if (!upgrade || request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return false
  upgrades.delete(incoming)
  upgrade.release()
  acceptor.handleUpgrade(incoming, upgrade.socket, upgrade.head, (socket) => {
    // After a broken frame the library closes the connection.
    socket.on('error', () => undefined)
    keepAlive(socket, pingMs)
    serve(socket)
  })
  return true
}

/** The connections of Node's server. `trusted`: proxies whose word on the client is taken; absent for none. */
export const connectionsOf =
  (trusted: BlockList | undefined): ConnectionOf =>
  (request, env) => {
    const socket = socketOf(env)
    if (socket?.remoteAddress === undefined) return undefined
    return {
      address: clientAddress(socket.remoteAddress, request.headers.get('x-forwarded-for'), trusted),
      keepAlive: (delayMs) => void socket.setKeepAlive(true, delayMs),
      cut: () => void socket.destroy(),
      upgrade: (serve, pingMs) => (acceptWebSocket(request, env, serve, pingMs) ? RESPONSE_ALREADY_SENT : undefined),
    }
  }
