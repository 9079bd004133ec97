import { createServer } from 'node:http'

/**
 * The reference: node:http that answers every request with the bytes and headers it last received over IPC, once as a
 * whole, or for a file in pieces of 64 kB with backpressure.
 */
interface Reply {
  headers: Record<string, string>
  /** Base64. */
  body: string
  /** Sends the body so many times over, in pieces; 0 sends it once as a whole. */
  streamed: number
}

let headers: Record<string, string> = {}
let body = Buffer.alloc(0)
let streamed = 0

process.on('message', (reply: Reply) => {
  headers = reply.headers
  body = Buffer.from(reply.body, 'base64')
  streamed = reply.streamed
  process.send?.('ready')
})
process.on('disconnect', () => process.exit(0))

const server = createServer((_, response) => {
  if (streamed === 0) {
    response.writeHead(200, { ...headers, 'Content-Length': body.byteLength }).end(body)
    return
  }
  response.writeHead(200, headers)
  let piece = 0
  const pieces = Math.ceil(body.byteLength / 65_536)
  const write = (): void => {
    while (piece < pieces * streamed) {
      const at = (piece % pieces) * 65_536
      piece += 1
      if (!response.write(body.subarray(at, at + 65_536))) {
        response.once('drain', write)
        return
      }
    }
    response.end()
  }
  write()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address !== 'string') process.send?.(address.port)
})
