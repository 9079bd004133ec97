import './tokens.css'
import './fonts.css'
import './base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startRouter } from './router/router-options.ts'
import { router } from './routes.tsx'
import { readConfig } from './api/status/deployment-config.ts'
import { startHeartbeat } from './node-monitor/heartbeat.ts'
import { keepEarlyKeys } from './shell/keyboard/keyboard.ts'
import { watchLoadFailures } from './shell/load-failures.ts'
import { startHighlightingIds } from './shell/highlight-ids.ts'
import { createQueries } from './shell/queries.ts'
import { startTheme } from './shell/theme.ts'

watchLoadFailures()
// The page's code is loaded while the fonts are.
startRouter(router)
void router.load()
startTheme()
keepEarlyKeys()
void readConfig()
const queries = createQueries()

// Late web fonts reflow text, so the first render waits for them, 200 ms at most.
const fonts = Promise.all(
  ["1em 'Geist Variable'", "1em 'Geist Mono Variable'"].map((font) => document.fonts.load(font)),
)
void Promise.race([fonts.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 200))]).then(() => {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
  startHeartbeat()
  startHighlightingIds()
})
