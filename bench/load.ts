import { type Socket, connect } from 'node:net'
import { quantile } from './program.ts'

/** What a run of requests came to; times in milliseconds. */
export interface Load {
  perSecond: number
  p50: number
  p99: number
  /** Requests that were not answered with 200. */
  failed: number
}

const headEnd = Buffer.from('\r\n\r\n')

/** Reads `Content-Length` bodies off one connection and calls `onReply` after each. */
function replies(socket: Socket, onReply: (ok: boolean) => void): void {
  let held: Buffer = Buffer.alloc(0)
  let missing = 0
  let ok = false
  socket.on('data', (chunk) => {
    let rest: Buffer = held.byteLength === 0 ? chunk : Buffer.concat([held, chunk])
    held = Buffer.alloc(0)
    while (rest.byteLength > 0) {
      if (missing === 0) {
        const end = rest.indexOf(headEnd)
        if (end < 0) {
          held = rest
          return
        }
        const head = rest.toString('latin1', 0, end)
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
        if (length === undefined) throw new Error(`the answer has no Content-Length:\n${head}`)
        ok = head.startsWith('HTTP/1.1 200')
        missing = Number(length)
        rest = rest.subarray(end + headEnd.byteLength)
        if (missing === 0) onReply(ok)
        if (missing === 0) continue
      }
      const part = Math.min(missing, rest.byteLength)
      missing -= part
      rest = rest.subarray(part)
      if (missing === 0) onReply(ok)
    }
  })
}

/**
 * Requests one path over keep-alive connections, each with one request in flight, for so many seconds after a warm-up.
 * Plain sockets, so that the client costs less than either server. Rejects when a connection breaks.
 */
export function load(url: URL, headers: string, connections: number, seconds: number): Promise<Load> {
  const request = Buffer.from(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n${headers}\r\n`)
  return new Promise((resolve, reject) => {
    const times: number[] = []
    let failed = 0
    const warm = performance.now() + Math.min(1000, seconds * 250)
    const until = warm + seconds * 1000
    const sockets = Array.from({ length: connections }, () => {
      const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
      let sentAt = 0
      const send = (): void => {
        sentAt = performance.now()
        socket.write(request)
      }
      replies(socket, (ok) => {
        const now = performance.now()
        if (now >= until) {
          socket.end()
          return
        }
        if (now >= warm) {
          times.push(now - sentAt)
          if (!ok) failed += 1
        }
        send()
      })
      socket.on('connect', send)
      socket.on('error', reject)
      return socket
    })
    const closed = sockets.map((socket) => new Promise((done) => socket.on('close', done)))
    void Promise.all(closed).then(() => {
      const lasted = (Math.max(until, performance.now()) - warm) / 1000
      resolve({ perSecond: times.length / lasted, p50: quantile(times, 0.5), p99: quantile(times, 0.99), failed })
    })
  })
}
