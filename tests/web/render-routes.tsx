import {
  type ErrorRouteComponent,
  type RouteComponent,
  RouterProvider,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { routerOptions, startRouter } from '../../src/web/router/router-options.ts'

interface TestRoutes {
  /** The frame around the pages; only the page without one. */
  root?: RouteComponent
  notFound?: RouteComponent
  error?: ErrorRouteComponent
  pages: Readonly<Record<string, RouteComponent>>
}

/** A router over the document's history with these pages, and the element that shows it. */
export function testRouter({ root, notFound, error, pages }: TestRoutes) {
  const rootRoute = createRootRoute({
    ...(root && { component: root }),
    ...(notFound && { notFoundComponent: notFound }),
  })
  const routeTree = rootRoute.addChildren(
    Object.entries(pages).map(([path, component]) =>
      createRoute({
        getParentRoute: () => rootRoute,
        path,
        component,
        ...(error && { errorComponent: error }),
      }),
    ),
  )
  const router = createRouter({ ...routerOptions, routeTree, defaultPendingComponent: () => <p>Waiting</p> })
  return { router, element: <RouterProvider router={router as never} />, stop: startRouter(router) }
}
