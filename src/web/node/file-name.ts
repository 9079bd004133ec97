/** Removes everything a path, a shell or a reader's eye could trip over from a proposed file name. */
export function cleanFileName(proposed: string): string {
  const base = proposed.split(/[/\\]/).at(-1) ?? ''
  // Control characters and the marks that turn the direction of text.
  const visible = base.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '').replace(/^[.\s]+|[.\s]+$/g, '')
  return Array.from(visible).slice(0, 180).join('') || 'ledger_entries.csv'
}

/** The name in a Content-Disposition, cleaned; undefined when it has none. The encoded form goes first (RFC 6266). */
export function fileNameOf(disposition: string | null): string | undefined {
  if (disposition === null) return undefined
  const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) {
    try {
      return cleanFileName(decodeURIComponent(encoded))
    } catch {
      // not percent-encoded UTF-8: the plain form may stand beside it
    }
  }
  const [, quoted, plain] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition) ?? []
  const name = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain?.trim()
  return name ? cleanFileName(name) : undefined
}
