import './tokens.css'
import './fonts.css'
import './base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'
import { createQueries } from './shell/queries.ts'
import { startTheme } from './shell/theme.ts'

startTheme()
const queries = createQueries()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

// After the first picture: the page's own questions go first.
void import('./node/config.ts').then(({ readConfig }) => readConfig())
void import('./node/heartbeat.ts').then(({ startHeartbeat }) => startHeartbeat())
void import('./shell/mark-ids.ts').then(({ startMarkingIds }) => startMarkingIds())
