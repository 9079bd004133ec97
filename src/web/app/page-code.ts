import type { ComponentType } from 'react'
import { type Entity, type PageEntry, type RoutePath, pages } from '../../wire/pages.ts'

/** Downloads the code of a page; the same file is requested once. */
export type LoadPage = () => Promise<ComponentType>

const files = import.meta.glob<Record<string, ComponentType>>('../{features,pages}/*/page.tsx')
function pageIn(folder: string): LoadPage {
  const load = files[`../${folder}/page.tsx`]
  if (!load) throw new Error(`${folder} has no page.tsx`)
  return async () => {
    const [Page] = Object.values(await load())
    if (!Page) throw new Error(`${folder}/page.tsx exports no page`)
    return Page
  }
}

/** The page that asks for an id. */
export const loadChoosePage: LoadPage = async () => (await import('./choose-page.tsx')).ChoosePage
/** The watch room of the parties that the address names. */
export const loadWall: LoadPage = async () => (await import('../pages/overview/watch-page.tsx')).NamedWatchPage

/** Paths whose code is in no page.tsx. */
const others: Partial<Record<RoutePath, LoadPage>> = {
  '/watch': async () => (await import('../pages/overview/watch-page.tsx')).WatchPage,
}

const codeOf = ({ code, needs, paths }: PageEntry): [RoutePath, LoadPage][] => {
  const page = code === undefined ? undefined : pageIn(code)
  return (Object.entries(paths) as [RoutePath, Entity | undefined][]).map(([path, entity]) => {
    const load = others[path] ?? (needs !== undefined && entity === undefined ? loadChoosePage : page)
    if (!load) throw new Error(`${path} has no page`)
    return [path, load]
  })
}

export const pageCode: ReadonlyMap<RoutePath, LoadPage> = new Map(Object.values<PageEntry>(pages).flatMap(codeOf))
