import { tryDecodePath } from '../../format/path.ts'

/** File systems allow 255 bytes; a copy number, a form or `.incomplete` may be added to the name. */
const maxBytes = 210

const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).length

/** Shortens a name that is too long for a file, but keeps its extension. */
function shortened(name: string): string {
  if (bytesOf(name) <= maxBytes) return name
  const ending = /(?:\.[A-Za-z\d]{1,5}){0,2}$/.exec(name)?.[0] ?? ''
  let left = maxBytes - bytesOf(ending)
  const stem = Array.from(name.slice(0, name.length - ending.length))
  const end = stem.findIndex((character) => (left -= bytesOf(character)) < 0)
  return `${stem.slice(0, end).join('')}${ending}`
}

/** Removes folders, characters that file systems or shells treat specially, and invisible characters from a file name. */
export function cleanFileName(proposed: string): string {
  const base = proposed.split(/[/\\]/).at(-1) ?? ''
  // Control characters and marks that change the direction of text.
  const visible = base.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '').replace(/^[.\s]+|[.\s]+$/g, '')
  return shortened(visible) || 'ledger_entries.csv'
}

/** The name in a Content-Disposition, cleaned; undefined when it has none. The encoded form goes first (RFC 6266). */
export function dispositionFileName(disposition: string | null): string | undefined {
  if (disposition === null) return undefined
  const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  const decoded = encoded === undefined ? undefined : tryDecodePath(encoded)
  if (decoded !== undefined) return cleanFileName(decoded)
  // Where the encoded form is missing or is not percent-encoded UTF-8, the plain form may be present.
  const [, quoted, plain] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition) ?? []
  const name = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain?.trim()
  return name ? cleanFileName(name) : undefined
}
