import type { ComponentType } from 'react'
import { type RouteComponent, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { readSpamWallSearch } from './features/spam-statistics/wall/wall-search.ts'
import { type Entity, type PageEntry, type RoutePath, pages } from './route-table.ts'
import { type LazyPage, lazyPage } from './router/lazy-page.ts'
import { routerOptions } from './router/router-options.ts'
import { useSearch } from './router/use-location.ts'
import { NotFound, PageError } from './shell/page-error.tsx'
import { Shell } from './shell/shell.tsx'
import { Skeleton } from './ui/feedback/skeleton.tsx'

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const at = <Path extends RoutePath>(path: Path, component: RouteComponent | LazyPage) =>
  createRoute({ getParentRoute: () => rootRoute, path, component, errorComponent: PageError })

// Every page is a chunk of its own.
const files = import.meta.glob<Record<string, ComponentType>>('./{features,pages}/*/page.tsx')
function pageIn(folder: string): LazyPage {
  const load = files[`./${folder}/page.tsx`]
  if (!load) throw new Error(`${folder} has no page.tsx`)
  return lazyPage(async () => {
    const [Page] = Object.values(await load())
    if (!Page) throw new Error(`${folder}/page.tsx exports no page`)
    return Page
  })
}

const choose = lazyPage(async () => (await import('./shell/choose-page.tsx')).ChoosePage)
const watch = lazyPage(async () => (await import('./pages/overview/watch-page.tsx')).WatchPage)
const wall = lazyPage(async () => (await import('./features/spam-statistics/wall/wall-page.tsx')).SpamWallPage)
const asset = lazyPage(async () => (await import('./pages/homes/pages.ts')).AssetPage)
const team = lazyPage(async () => (await import('./pages/homes/pages.ts')).TeamPage)
const epoch = lazyPage(async () => (await import('./pages/homes/pages.ts')).EpochPage)
const block = lazyPage(async () => (await import('./pages/homes/pages.ts')).BlockPage)

/** The wall of the parties that the address names; without any it asks for one. */
function Spam() {
  const Page = useSearch(readSpamWallSearch).party === undefined ? choose : wall
  return <Page />
}
Spam.preload = async () => {
  await Promise.all([choose.preload(), wall.preload()])
}

/** Paths whose code is in no page.tsx. */
const others: Partial<Record<RoutePath, RouteComponent | LazyPage>> = {
  '/watch': watch,
  '/spam': Spam,
  '/assets/$assetId': asset,
  '/teams/$teamId': team,
  '/epochs/$epoch': epoch,
  '/blocks/$height': block,
}

/** The routes of a page: where it needs an id and the path has none, the page that asks for one. */
const routesOf = ({ code, needs, paths }: PageEntry) => {
  const page = code === undefined ? undefined : pageIn(code)
  return (Object.entries(paths) as [RoutePath, Entity | undefined][]).map(([path, entity]) => {
    const component = others[path] ?? (needs !== undefined && entity === undefined ? choose : page)
    if (!component) throw new Error(`${path} has no page`)
    return at(path, component)
  })
}

const routeTree = rootRoute.addChildren(Object.values<PageEntry>(pages).flatMap(routesOf))

export const router = createRouter({
  ...routerOptions,
  routeTree,
  defaultPendingComponent: () => <Skeleton rows={8} />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
