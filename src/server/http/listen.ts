import { once } from 'node:events'
import { type Server, type ServerResponse, createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { code } from '../../wire/error.ts'
import { plainFailure } from '../error.ts'
import { log } from '../log.ts'
import { acceptUpgrades } from './upgrade.ts'

/** Node's defaults are for a server behind a proxy; these are for a public one. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 5000,
}

/** With two Host lines, a proxy and the service may each read another one (RFC 9112, 3.2). */
function refuseHosts(outgoing: ServerResponse): void {
  const { status, body } = plainFailure(400, code.invalidArgument, 'more than one Host header')
  outgoing.shouldKeepAlive = false
  outgoing.writeHead(status, { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' }).end(body)
}

function refusal(error: unknown, host: string, port: number): unknown {
  const reason = error instanceof Error && 'code' in error ? error.code : undefined
  if (reason === 'EADDRINUSE') return new Error(`Port ${port} of ${host} is taken; choose another one with --port.`)
  if (reason === 'EACCES')
    return new Error(`Port ${port} of ${host} is not allowed; choose one above 1023 with --port.`)
  if (reason === 'EADDRNOTAVAIL' || reason === 'ENOTFOUND')
    return new Error(`--host ${host} is not an address of this machine.`)
  return error
}

function addressOf(server: Server, host: string): string {
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : ''
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Serves `app`; `url` has the port it really got. Rejects with a sentence when the address cannot be used. */
export async function listen(app: Hono, host: string, port: number) {
  // An HTTP/1.0 probe sends no Host.
  const answer = getRequestListener(app.fetch, { hostname: 'localhost' })
  const server = createServer(limits, (incoming, outgoing) => {
    if ((incoming.headersDistinct['host']?.length ?? 0) > 1) refuseHosts(outgoing)
    else void answer(incoming, outgoing)
  })
  const upgrades = acceptUpgrades(server)
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw refusal(error, host, port)
  }
  return {
    url: addressOf(server, host),
    /** Accepts no new connections, lets running responses finish for `gracePeriodMs`, then cuts them. */
    stop: async (gracePeriodMs: number): Promise<void> => {
      const closed = once(server, 'close')
      server.close()
      const cut = setTimeout(() => {
        log.error(`Answers that still ran after ${gracePeriodMs / 1000} seconds were cut.`)
        server.closeAllConnections()
        upgrades.cut()
      }, gracePeriodMs)
      await closed
      clearTimeout(cut)
    },
  }
}
export type Listening = Awaited<ReturnType<typeof listen>>
