import { curlOf } from '../../format/curl.ts'
import type { MenuItem } from './menu.tsx'
import { toast, toastCopied } from './toast.tsx'

async function copyCode(url: string): Promise<void> {
  const code = await import('../../format/code.ts').then(({ codeOf }) => codeOf(url)).catch(() => undefined)
  if (code !== undefined) await toastCopied(code, 'Request copied as code.')
  else toast('The code could not be made: a part of this page could not be loaded.')
}

/** Menu entries that copy a request for a shell and for a program; none of what only this page can ask. */
export function requestItems(url: string | undefined): MenuItem[] {
  const curl = url === undefined ? undefined : curlOf(url)
  if (url === undefined || curl === undefined) return []
  return [
    { label: 'Copy as curl', icon: 'terminal', onSelect: () => void toastCopied(curl, 'Request copied as curl.') },
    { label: 'Copy as code', icon: 'terminal', onSelect: () => void copyCode(url) },
  ]
}
