import './tokens.css'
import './fonts.css'
import './base.css'
import { readConfig } from './api/status/deployment-config.ts'
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
const root = document.getElementById('root')
if (root) drawFirstFrame(root, location.pathname)
const queries = createQueries()
startFirstPage(queries)
void import('./main.tsx').then(({ showPage }) => showPage(queries))
void readConfig()
