import '../tokens.css'
import '../fonts.css'
import '../base.css'
import '../shared.css'
import { rateLimiterOf } from '../client/node-rate-limiter.ts'
import { shownUrl } from '../format/site.ts'
import { readConfig } from '../client/deployment-config.ts'
import { startHeartbeat } from '../client/heartbeat.ts'
import { nodeState } from '../client/node-status.ts'
import { startFirstPage } from './first-requests.ts'
import { drawFirstFrame } from './frame/first-frame.ts'
import { keepEarlyKeys } from './keyboard/keyboard.ts'
import { watchLoadFailures } from './load-failures.ts'
import { createQueries } from './queries.ts'
import { startTheme } from './theme.ts'

// The first script, small enough to run long before the rest has come: it sets the theme, draws the frame and sends
// the first requests.
startTheme()
watchLoadFailures()
keepEarlyKeys()
const queries = createQueries()
const load = startFirstPage(queries)
startHeartbeat()
const root = document.getElementById('root')
if (root) drawFirstFrame(root, shownUrl())

/** Milliseconds in which the first requests may leave before the page's code takes the processor; a pause lasts longer. */
const maxTurnMs = 300
const turns = rateLimiterOf(nodeState.get().base).settled()
void Promise.race([turns, new Promise((resolve) => setTimeout(resolve, maxTurnMs))]).then(async () => {
  load?.()
  const { showPage } = await import('./main.tsx')
  await showPage(queries)
})
void readConfig()
