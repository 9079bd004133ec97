import type { BlockList } from 'node:net'
import { isTrusted } from './rate-limit/client-address.ts'

/** Characters of a scheme, host and port alone, so that no markup gets into the page. */
const origin = /^https?:\/\/[\w.:[\]-]+$/

/**
 * The origin that the client's address bar has, such as `https://lyra.example`: that of `url`, whose host is the Host header,
 * or what the trusted proxy in front says in `X-Forwarded-Proto` and `X-Forwarded-Host`. Undefined when it is no plain origin.
 */
export function publicOrigin(url: string, headers: Headers, peer: string, trusted?: BlockList): string | undefined {
  const { protocol, host } = new URL(url)
  // Of several values the last is the proxy's own.
  const forwarded = (name: string): string | undefined =>
    trusted && isTrusted(peer, trusted) ? headers.get(name)?.split(',').at(-1)?.trim() : undefined
  const found = `${forwarded('x-forwarded-proto') ?? protocol.slice(0, -1)}://${forwarded('x-forwarded-host') ?? host}`
  return origin.test(found) ? found : undefined
}
