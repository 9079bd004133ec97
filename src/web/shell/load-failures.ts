import { createObservable } from '../observable.ts'

/**
 * Why a part of the dashboard did not load. `new`: the server has another build, or no longer has this part; `away`: the
 * server could not be asked; `other`: it is there and has this build.
 */
export type LoadTrouble = 'new' | 'away' | 'other'

const failures = new WeakSet<object>()
/** Why the latest part that did not load is missing; undefined while that is being found out. */
export const loadTrouble = createObservable<LoadTrouble | undefined>(undefined)
let looking = false

const moduleScript = /<script type="module"[^>]* src="([^"]+)"/
/** Browsers name the file in their own words, or not at all. */
const address = /(?:https?:\/)?\/[^\s'"]+\.(?:js|css)/

/** Whether the server has a file of this build; a page in its place is a miss. */
async function isGone(file: string): Promise<boolean> {
  const response = await fetch(file, { method: 'HEAD', cache: 'no-store' })
  return !response.ok || (response.headers.get('Content-Type') ?? '').startsWith('text/html')
}

async function findTrouble(words: string): Promise<LoadTrouble> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
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

async function look(error: unknown): Promise<void> {
  if (typeof error === 'object' && error !== null) failures.add(error)
  // A new build does not go away again.
  if (looking || loadTrouble.get() === 'new') return
  looking = true
  const trouble = await findTrouble(error instanceof Error ? error.message : '')
  looking = false
  loadTrouble.set(trouble)
}

/** Listens for parts that do not load: the bundler tells each of them, whatever the browser calls it. */
export function watchLoadFailures(): () => void {
  const onFailure = (event: VitePreloadErrorEvent): void => void look(event.payload)
  window.addEventListener('vite:preloadError', onFailure)
  return () => window.removeEventListener('vite:preloadError', onFailure)
}

/** Whether an error is a part that did not load, not a fault in one. */
export const isLoadFailure = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && failures.has(error)
