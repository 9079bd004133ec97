/** A typed address that cannot be a node; the message is a sentence for the person who typed it. */
export class InvalidNodeUrl extends Error {
  override readonly name = 'InvalidNodeUrl'
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
