import { type RouteComponent, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { readSpamWallSearch } from '../features/spam-statistics/wall.ts'
import { type LoadPage, loadChoosePage, loadWall, pageCode } from './page-code.ts'
import type { RoutePath } from '../../wire/pages.ts'
import { type LazyPage, lazyPage, routerOptions } from '../router/router-options.ts'
import { useSearch } from '../router/use-location.ts'
import { NotFound, PageError } from './page-error.tsx'
import { Shell } from './shell.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: PageError })

const at = <Path extends RoutePath>(path: Path, component: RouteComponent | LazyPage) =>
  createRoute({ getParentRoute: () => rootRoute, path, component, errorComponent: PageError })

/** A page that several paths show is one component. */
const lazyPages = new Map<LoadPage, LazyPage>()
function lazyPageOf(load: LoadPage): LazyPage {
  const page = lazyPages.get(load) ?? lazyPage(load)
  lazyPages.set(load, page)
  return page
}

const [choose, wall] = [lazyPageOf(loadChoosePage), lazyPageOf(loadWall)]

/** The watch room of the parties that the address names; without any it asks for one. */
function Spam() {
  const Page = useSearch(readSpamWallSearch).party === undefined ? choose : wall
  return <Page />
}
Spam.preload = async () => {
  await Promise.all([choose.preload(), wall.preload()])
}

const routeTree = rootRoute.addChildren(
  [...pageCode].map(([path, load]) => at(path, path === '/spam' ? Spam : lazyPageOf(load))),
)

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
