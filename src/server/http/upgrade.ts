import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { type WebSocket, WebSocketServer } from 'ws'

export type { WebSocket } from 'ws'

interface Upgrade {
  socket: Socket
  head: Buffer
  /** Takes the connection away from the answer that was being prepared for it. */
  release: () => void
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/** Messages of clients are never read, so there is no room for long ones. Any origin, as for every read (wire.md 6.6). */
const acceptor = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: 1024 })

/**
 * Lets requests that want to change the protocol through to the app like any other. A route may take the websocket; what no
 * route takes is answered as if nothing had been wished for, as HTTP allows: libraries ask for HTTP/2 this way by default.
 */
function answerUpgrade(server: Server, incoming: IncomingMessage, socket: Socket, head: Buffer): void {
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

/** Makes a server take upgrades. `cut` ends the connections that were upgraded, which the server itself forgets. */
export function takeUpgrades(server: Server): { cut: () => void } {
  const sockets = new Set<Socket>()
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!(socket instanceof Socket)) return void socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    answerUpgrade(server, incoming, socket, head)
  })
  return {
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The connection of a request, when it came over one. */
export const socketOf = (env: unknown): Socket | undefined =>
  (env as Partial<HttpBindings> | undefined)?.incoming?.socket

/** Ends a connection whose other end no longer answers, `every` milliseconds after it fell silent. */
function keepAlive(socket: WebSocket, every: number): void {
  let answered = true
  socket.on('pong', () => (answered = true))
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, every)
  socket.once('close', () => clearInterval(timer))
}

/**
 * Takes the websocket that a request wishes for and calls `serve` when it is open; the route then answers nothing. False
 * when there is none to take. Every 30 s the other end must show that it is there.
 */
export function acceptWebSocket(
  request: Request,
  env: unknown,
  serve: (socket: WebSocket) => void,
  ping = 30_000,
): boolean {
  const { incoming } = (env ?? {}) as Partial<HttpBindings>
  const upgrade = incoming && upgrades.get(incoming)
  if (!upgrade || request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return false
  upgrades.delete(incoming)
  upgrade.release()
  acceptor.handleUpgrade(incoming, upgrade.socket, upgrade.head, (socket) => {
    // A broken frame: the library closes the connection by itself.
    socket.on('error', () => undefined)
    keepAlive(socket, ping)
    serve(socket)
  })
  return true
}
