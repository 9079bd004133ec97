import { foldId } from './id.ts'

/** A half of a character, which no address can hold. */
const halves = /\p{Surrogate}/gu

/** A value as a part of a path or as the value of a filter. */
export const encoded = (value: string): string => encodeURIComponent(value.replace(halves, '\ufffd'))

/**
 * Writes an address within the dashboard: pathTo`/parties/${id}`. Ids come from the wire and from readers, so each of
 * them is encoded, in the path as in the filters, and cannot become another page or another filter.
 */
export const pathTo = (words: TemplateStringsArray, ...values: readonly string[]): string =>
  words.map((word, at) => word + encoded(values[at] ?? '')).join('')

/** Percent-encoded UTF-8 as text; undefined when it is none. */
export function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** A part of an address as it was meant. An id as it was pasted may hold a lone percent sign. */
export const decoded = (part: string): string => tryDecode(part) ?? part

/** Ids stand alone, in lists between commas, and in the keys of rows between points. */
const foldIds = (text: string): string =>
  text
    .split(/([,.])/)
    .map(foldId)
    .join('')

function folded(part: string): string {
  const text = decoded(part)
  const plain = foldIds(text)
  return plain === text ? part : encoded(plain)
}

/** An address of the dashboard with every id in its path and its filters folded; all else stays as it was written. */
export function foldHref(href: string): string {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(.*)$/s.exec(href) ?? []
  const filters = search.split('&').map((pair) => {
    const [, name = '', value = ''] = /^([^=]*=)(.*)$/s.exec(pair) ?? []
    const plain = folded(value.replaceAll('+', ' '))
    return plain === value.replaceAll('+', ' ') ? pair : name + plain
  })
  return path.split('/').map(folded).join('/') + filters.join('&') + hash
}
