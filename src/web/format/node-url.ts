/** A typed address that cannot be a node; the message is a sentence for the person who typed it. */
export class InvalidNodeUrl extends Error {
  override readonly name = 'InvalidNodeUrl'
}

/** Ports that no browser sends a request to (fetch, "bad port"), with their ends where they are ranges. */
const refusedPorts =
  '0 1 7 9 11 13 15 17 19 20-23 25 37 42 43 53 69 77 79 87 95 101-104 109-111 113 115 117 119 123 135 137 139 143 161 179 ' +
  '389 427 465 512-515 526 530-532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 ' +
  '5061 6000 6566 6665-6669 6679 6697 10080'

/** The port of an address to which no browser sends a request; undefined for every other address. */
export function refusedPort(address: string): string | undefined {
  const port = URL.canParse(address) ? new URL(address).port : ''
  const isRefused = refusedPorts.split(' ').some((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return port !== '' && from <= Number(port) && Number(port) <= to
  })
  return isRefused ? port : undefined
}

/** The base address in what a person typed, https by default; empty for the page's own origin. Throws InvalidNodeUrl. */
export function readNodeUrl(text: string, own: string = globalThis.location?.origin ?? ''): string {
  const trimmed = text.trim()
  if (trimmed === '') throw new InvalidNodeUrl('Enter the address of a node, such as https://node.example.org.')
  const local = /^(localhost|127\.|\[::1\])/.test(trimmed)
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${local ? 'http' : 'https'}://${trimmed}`
  // Browsers read a blank in a host in different ways.
  if (/\s/.test(trimmed) || !URL.canParse(whole)) throw new InvalidNodeUrl('This is not a valid address.')
  const url = new URL(whole)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new InvalidNodeUrl('The address must start with https:// or http://.')
  if (url.username !== '' || url.password !== '') {
    throw new InvalidNodeUrl('Remove the user name and password: Lyra never sends credentials.')
  }
  const path = url.pathname.replace(/\/(api\/v2|statistics)(\/.*)?$/, '').replace(/\/+$/, '')
  const base = `${url.origin}${path}`
  return base === own ? '' : base
}
