// What a visitor downloads before a page works, in gzip bytes, against a budget. `npm run check` fails when one is passed.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const dist = new URL('../dist/web/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8'))

/** Script budgets in kB (1,000 bytes): the entry with the shell, and each page with everything it needs. */
const budgets = {
  entry: 105,
  'src/web/pages/overview/page.tsx': 143,
  'src/web/pages/party/page.tsx': 161,
  'src/web/features/margin-modes/page.tsx': 132,
  'src/web/features/referee-history/page.tsx': 134,
  'src/web/features/liquidity-providers/page.tsx': 139,
  'src/web/features/candles/page.tsx': 152,
  'src/web/features/spam-statistics/page.tsx': 146,
  'src/web/features/ledger-export/page.tsx': 146,
  'src/web/pages/settings/page.tsx': 129,
}

const sizes = new Map()
const sizeOf = (file) => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length)
  return sizes.get(file)
}

/** All script files that importing one manifest entry brings along. */
function closure(key, found = new Set()) {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) closure(imported, found)
  return found
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
const shell = closure(entry)
let failed = false
for (const [name, budget] of Object.entries(budgets)) {
  const files = new Set(name === 'entry' ? shell : [...shell, ...closure(name)])
  if (name !== 'entry' && !manifest[name]) throw new Error(`no chunk for ${name}`)
  const kilobytes =
    [...files].filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + sizeOf(file), 0) / 1000
  const over = kilobytes > budget
  failed ||= over
  console.log(`${over ? 'OVER' : 'ok  '} ${kilobytes.toFixed(1).padStart(6)} of ${budget} kB  ${name}`)
}
process.exitCode = failed ? 1 : 0
