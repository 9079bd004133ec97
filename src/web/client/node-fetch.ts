import { isStatic } from '../format/site.ts'

/** Answers a request to the archive that this page holds; `target` is path and query. Rejects as `fetch` does. */
export type ArchiveFetch = (target: string, init: RequestInit) => Promise<Response>

/** An archive that a worker of this page holds. */
interface HeldArchive {
  /** Heights of its first and its last block. */
  from: string
  to: string
  /** Lets another worker ask it over `port`. */
  connect(port: MessagePort): void
}

let archiveFetch: ArchiveFetch | undefined
let archive: HeldArchive | undefined

/** Whether an address is that of an archive in this browser, `archive:<chain id>`; its requests leave no machine. */
export const isArchive = (url: string): boolean => url.startsWith('archive:')

/** Whether an address names nothing: that of this page, where a server of files offers it. */
export const isNowhere = (url: string): boolean => isStatic && url === ''

/** From now on requests to archives go there; nowhere without one. `held`: what the page itself knows of it. */
export function setArchive(fetch: ArchiveFetch | undefined, held?: HeldArchive): void {
  archiveFetch = fetch
  archive = held
}

export const heldArchive = (): HeldArchive | undefined => archive

/** `fetch` for the address of a node or of the archive that this page holds. */
export function fetchNode(url: string, init: RequestInit): Promise<Response> {
  if (!isArchive(url)) return fetch(url, init)
  if (!archiveFetch) return Promise.reject(new TypeError('This page holds no archive.'))
  return archiveFetch(url.slice(url.indexOf('/')), init)
}
