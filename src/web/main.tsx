import './tokens.css'
import './fonts.css'
import './base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startRouter } from './router/router-options.ts'
import { router } from './routes.tsx'
import { keepEarlyKeys } from './shell/keyboard/early-keys.ts'
import { watchFirstPicture } from './shell/first-picture.ts'
import { watchLoadFailures } from './shell/load-failures.ts'
import { createQueries } from './shell/queries.ts'
import { startTheme } from './shell/theme.ts'
import { afterFirstPicture, untilItComes } from './ui/feedback/later.tsx'

watchLoadFailures()
// The page's code is loaded while the fonts are.
startRouter(router)
void router.load()
startTheme()
keepEarlyKeys()
const queries = createQueries()

function draw(): void {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

// Letters that come after the first text break its lines anew and push about what is below. Never worth a long wait.
const letters = Promise.all(
  ["1em 'Geist Variable'", "1em 'Geist Mono Variable'"].map((font) => document.fonts.load(font)),
)
void Promise.race([letters.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 200))]).then(draw)

// The page's own questions go first.
watchFirstPicture(queries, (then) => router.subscribe('onRendered', then))
void afterFirstPicture().then(() => {
  // Without its heart the page would call a node that is back silent for ever.
  void untilItComes(() => import('./node-monitor/heartbeat.ts')).then(({ startHeartbeat }) => startHeartbeat())
  void untilItComes(() => import('./shell/mark-ids.ts')).then(({ startMarkingIds }) => startMarkingIds())
})
// Nodes and decimals of the deployment are part of what pages show first.
void untilItComes(() => import('./api/status/deployment-config.ts')).then(({ readConfig }) => readConfig())
