import { siteFile } from '../format/site.ts'
import { createObservable } from '../observable.ts'

/** Why a chunk failed to load. `new`: the server has another build; `away`: it does not respond; `other`: neither. */
export type LoadFailure = 'new' | 'away' | 'other'

const failures = new WeakSet<object>()
/** Why the latest chunk failed to load; undefined while unknown. */
export const loadFailure = createObservable<LoadFailure | undefined>(undefined)
let searching = false

const moduleScript = /<script type="module"[^>]* src="([^"]+)"/
/** Browsers mention the file in different words, or not at all. */
const address = /(?:https?:\/)?\/[^\s'"]+\.(?:js|css)/

/** Whether a file is missing; an HTML page in its place counts as missing. */
async function isGone(file: string): Promise<boolean> {
  const response = await fetch(file, { method: 'HEAD', cache: 'no-store' })
  return !response.ok || (response.headers.get('Content-Type') ?? '').startsWith('text/html')
}

async function findTrouble(words: string): Promise<LoadFailure> {
  try {
    const response = await fetch(siteFile(''), { cache: 'no-store' })
    const served = moduleScript.exec(await response.text())?.[1]
    if (!response.ok || served === undefined) return 'away'
    const own = [...document.scripts].map((script) => script.getAttribute('src'))
    if (!own.includes(served)) return 'new'
    const [file] = address.exec(words) ?? []
    return file !== undefined && (await isGone(file)) ? 'new' : 'other'
  } catch {
    return 'away'
  }
}

async function findReason(error: unknown): Promise<void> {
  if (typeof error === 'object' && error !== null) failures.add(error)
  // A new build does not go away again.
  if (searching || loadFailure.get() === 'new') return
  searching = true
  const trouble = await findTrouble(error instanceof Error ? error.message : '')
  searching = false
  loadFailure.set(trouble)
}

const styleRetryMs = 1000

/** Adds a style sheet again until it is there: the bundler loads each once, and its page would stay without. */
function addStyles(href: string): void {
  if (loadFailure.get() === 'new') return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  link.addEventListener('error', () => {
    link.remove()
    setTimeout(addStyles, styleRetryMs, href)
  })
  document.head.append(link)
}

/** Listens for files that fail to load, which the bundler reports by an event. A page is shown without styles that are still to come. */
export function watchLoadFailures(): () => void {
  const onFailure = (event: VitePreloadErrorEvent): void => {
    void findReason(event.payload)
    const [file] = address.exec(event.payload.message) ?? []
    if (!file?.endsWith('.css')) return
    event.preventDefault()
    setTimeout(addStyles, styleRetryMs, file)
  }
  window.addEventListener('vite:preloadError', onFailure)
  return () => window.removeEventListener('vite:preloadError', onFailure)
}

/** Whether an error is a chunk that failed to load rather than a fault in its code. */
export const isLoadFailure = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && failures.has(error)
