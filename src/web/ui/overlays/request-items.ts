import { curlOf } from '../../format/curl.ts'
import { copyText } from '../inputs/copy-button.tsx'
import type { MenuItem } from './menu.tsx'
import { toast } from './toast.tsx'

/** Copies text, and says that of `what` or why not. */
async function copy(text: string | undefined, what: string): Promise<void> {
  toast(text !== undefined && (await copyText(text)) ? `Request copied as ${what}.` : 'The browser blocked copying.')
}

async function copyCode(url: string): Promise<void> {
  const loaded = await import('../../format/code.ts').catch(() => undefined)
  if (loaded) await copy(loaded.codeOf(url), 'code')
  else toast('The code could not be made: a part of this page could not be loaded.')
}

/** Menu entries that copy a request for a shell and for a program; none of what only this page can ask. */
export function requestItems(url: string | undefined): MenuItem[] {
  const curl = url === undefined ? undefined : curlOf(url)
  if (url === undefined || curl === undefined) return []
  return [
    { label: 'Copy as curl', icon: 'terminal', onSelect: () => void copy(curl, 'curl') },
    { label: 'Copy as code', icon: 'terminal', onSelect: () => void copyCode(url) },
  ]
}
