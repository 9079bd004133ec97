import './tokens.css'
import './fonts.css'
import './base.css'
import { rateLimiterOf } from './api/rate-limit/limiters.ts'
import { readConfig } from './api/status/deployment-config.ts'
import { nodeState } from './api/status/node-status.ts'
import { startFirstPage } from './first-requests.ts'
import { drawFirstFrame } from './shell/frame/first-frame.ts'
import { keepEarlyKeys } from './shell/keyboard/keyboard.ts'
import { watchLoadFailures } from './shell/load-failures.ts'
import { createQueries } from './shell/queries.ts'
import { startTheme } from './shell/theme.ts'

// The first script, small enough to run long before the rest has come: it sets the theme, draws the frame and sends
// the first requests.
startTheme()
watchLoadFailures()
keepEarlyKeys()
const queries = createQueries()
const load = startFirstPage(queries)
const root = document.getElementById('root')
if (root) drawFirstFrame(root, location)

/** Milliseconds in which the first requests may leave before the page's code takes the processor; a pause lasts longer. */
const maxTurnMs = 300
const turns = rateLimiterOf(nodeState.get().base).turnsTaken()
void Promise.race([turns, new Promise((resolve) => setTimeout(resolve, maxTurnMs))]).then(async () => {
  load?.()
  const { showPage } = await import('./main.tsx')
  await showPage(queries)
})
void readConfig()
