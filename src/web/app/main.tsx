import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startRouter } from '../router/router-options.ts'
import { router } from './routes.tsx'
import { isArchive } from '../client/node-fetch.ts'
import { nodeState } from '../client/node-status.ts'
import { loadChoosePage, loadWall, pageCode } from './page-code.ts'
import { takeArchives } from '../features/archive/take-archives.ts'
import { startHighlightingIds } from './highlight-ids.ts'

// The page's code is loaded while the fonts are.
startRouter(router)
void router.load()

/**
 * An archive is read on when the network is gone: then no page's code can be loaded any more. It comes after the archive's first
 * answers, page by page, so that none of them waits for it.
 */
function loadAllWithArchive(queries: QueryClient): void {
  const loadAll = async (): Promise<void> => {
    for (const load of [...pageCode.values(), loadChoosePage, loadWall]) await load().catch(() => undefined)
  }
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (queries.isFetching() > 0 || !isArchive(nodeState.get().base)) return
    stop()
    void loadAll()
  })
}

/** Shows the page of the address. Late web fonts reflow text, so the first render waits for them, 200 ms at most. */
export async function showPage(queries: QueryClient): Promise<void> {
  const fonts = Promise.all(
    ["1em 'Geist Variable'", "1em 'Geist Mono Variable'"].map((font) => document.fonts.load(font)),
  )
  await Promise.race([fonts.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 200))])
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
  startHighlightingIds()
  takeArchives()
  loadAllWithArchive(queries)
}
