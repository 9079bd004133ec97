import { foldId } from './id.ts'
import { parseInstant } from './time.ts'

/** A lone surrogate, which a URL cannot hold. */
const halves = /\p{Surrogate}/gu

/** Encodes a path segment or the value of a filter. */
export const encodePath = (value: string): string => encodeURIComponent(value.replace(halves, '\ufffd'))

/** Decoded percent encoding; undefined when malformed. */
export function tryDecodePath(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** A decoded path segment; a malformed one stays as it is. */
export const decodePath = (part: string): string => tryDecodePath(part) ?? part

/** Ids may be listed with commas, or joined by points in row keys. */
const foldIds = (text: string): string =>
  text
    .split(/([,.])/)
    .map(foldId)
    .join('')

function folded(part: string): string {
  const text = decodePath(part)
  const plain = foldIds(text)
  return plain === text ? part : encodePath(plain)
}

const zoneIn = /[?&]zone=([^&]*)/

/** A time of an address in nanoseconds, or as it is. A plus sign is itself, where the text is no time with a space in its place. */
function foldedTime(value: string, search: string): string {
  const named = decodePath(zoneIn.exec(search)?.[1] ?? 'raw')
  const zone = named === 'raw' ? undefined : named
  const spellings = [value, value.replace(/^(\d{4}-\d\d-\d\d)\+/, '$1 '), value.replaceAll('+', ' ')]
  const ns = spellings.map((text) => parseInstant(decodePath(text), zone)).find((one) => one !== undefined)
  return ns === undefined ? value : String(ns)
}

/** Folds every id in the path and the filters of an href, and its times to nanoseconds; the rest is unchanged. */
export function foldHref(href: string): string {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(.*)$/s.exec(href) ?? []
  const filters = search.split('&').map((pair) => {
    const [, name = '', value = ''] = /^([^=]*=)(.*)$/s.exec(pair) ?? []
    if (/^\??(?:from|to|start|end)=$/.test(name)) return name + foldedTime(value, search)
    const plain = folded(value.replaceAll('+', ' '))
    return plain === value.replaceAll('+', ' ') ? pair : name + plain
  })
  return path.split('/').map(folded).join('/') + filters.join('&') + hash
}
