import { BlockList, isIP } from 'node:net'

/** An address as the limiter counts it. One machine has a whole /64 of IPv6, so that is one address. */
function counted(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - front.length - back.length }, () => '0')
  const groups = [...front, ...zeros, ...back].slice(0, 4).map((group) => parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Proxies whose word on the client is taken: addresses and ranges such as `10.0.0.0/8`. Throws a sentence. Undefined for none. */
export function trustedProxies(list: readonly string[]): BlockList | undefined {
  if (list.length === 0) return undefined
  const trusted = new BlockList()
  for (const entry of list) {
    const [address = '', prefix] = entry.split('/')
    const bits = prefix === undefined ? undefined : /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN
    const maxBits = isIP(address) === 6 ? 128 : 32
    if (isIP(address) === 0 || (bits !== undefined && !(bits <= maxBits))) {
      throw new Error(`A trusted proxy is an address or a range such as 10.0.0.0/8, unlike "${entry}".`)
    }
    if (bits === undefined) trusted.addAddress(address, familyOf(address))
    else trusted.addSubnet(address, bits, familyOf(address))
  }
  return trusted
}

/** An address without brackets, port (which some proxies write) and zone; IPv4 in IPv6 as IPv4. */
const plain = (address: string): string =>
  address
    .trim()
    .replace(/^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/, '$1$2')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '')

export const isTrusted = (address: string, trusted: BlockList | undefined): boolean =>
  trusted !== undefined && isIP(plain(address)) !== 0 && trusted.check(plain(address), familyOf(plain(address)))

/**
 * The address a request comes from. `X-Forwarded-For` counts only as far as trusted proxies wrote it: read from its end,
 * it is the first address that is none of them. Everything before it is the client's own claim.
 */
export function clientAddress(peer: string, forwardedFor: string | null, trusted: BlockList | undefined): string {
  let address = plain(peer)
  const hops = (forwardedFor ?? '').split(',').map(plain)
  while (isTrusted(address, trusted)) {
    const hop = hops.pop()
    if (hop === undefined || isIP(hop) === 0) break
    address = hop
  }
  return counted(address)
}
