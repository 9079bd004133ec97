// Measures the built product: `service` (requests beside bare node:http, the default), `load` (what each page downloads, and how soon it
// reacts on a slow machine), `chart` (drawing 10,000 candles, beside a bare page), `export` (the ledger export by curl and in a browser),
// `archive` (an archive in a browser, beside Node), `growth` (a page as what it shows grows), `soak` (memory under mixed load) or
// `engines` (replicas and poolers, under faults). `npm run bench -- NAME --help` lists its options.
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { findBrowser } from './browser.mjs'
import { buildWhenStale } from './build.mjs'

/** @param {string} path below the repository's root */
const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const outDir = here('node_modules/.cache/bench')

const names = process.argv.slice(2)
const all = {
  service: 'bench/service/service.ts',
  load: 'bench/load/page-load.ts',
  chart: 'bench/load/chart.ts',
  export: 'bench/export/export.ts',
  archive: 'bench/archive/archive.ts',
  growth: 'bench/load/growth.ts',
  soak: 'bench/load/soak.ts',
  engines: 'bench/engines/engines.ts',
}
/** Loaded by other processes than the bench. */
const helpers = {
  bare: 'bench/service/bare.ts',
  'loop-lag': 'bench/shared/loop-lag.ts',
  'spam-core': 'bench/service/spam-core.ts',
}
const [first = ''] = names
const program = first === '' || first.startsWith('-') ? 'service' : first
if (!Object.hasOwn(all, program)) {
  console.error(`There is no bench ${program}: there are ${Object.keys(all).join(', ')}.`)
  process.exit(1)
}
if (!names.includes('--base') && !names.includes('--help')) await buildWhenStale()
await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: Object.fromEntries(Object.entries({ ...all, ...helpers }).map(([name, file]) => [name, here(file)])),
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
})
if (['load', 'chart', 'growth', 'export', 'archive'].includes(program) && !names.includes('--help'))
  process.env.LYRA_BROWSER ??= findBrowser()
await import(pathToFileURL(`${outDir}/${program}.mjs`).href)
