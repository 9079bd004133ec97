// Measures the built service beside bare node:http, then the lists in a browser beside a bare page. With a name only one:
// `service`, `browser`, `load` (what each page downloads), `export` (the ledger export by curl and in a browser), `chart`
// (candles beside a bare chart), `spam` (the wall of limits), `statement` (a long ledger as a page), `soak` (memory under mixed
// load) or `engines` (replicas and poolers, under faults). `npm run bench -- NAME --help` lists its options.
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
  browser: 'bench/lists/browser.ts',
  load: 'bench/load/page-load.ts',
  export: 'bench/export/export.ts',
  chart: 'bench/chart/chart.ts',
  spam: 'bench/limits/spam.ts',
  soak: 'bench/load/soak.ts',
  engines: 'bench/engines/engines.ts',
  statement: 'bench/export/statement.ts',
}
/** Loaded by other processes than the bench. */
const helpers = {
  bare: 'bench/shared/bare.ts',
  'loop-lag': 'bench/service/loop-lag.ts',
  'spam-core': 'bench/service/spam-core.ts',
}
const [first = ''] = names
const named = Object.hasOwn(all, first) ? first : undefined
const programs = named ? [named] : names.length > 0 ? ['service'] : ['service', 'browser']
if (!names.includes('--base') && !names.includes('--help')) buildWhenStale()
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
if (programs.some((name) => !['service', 'soak', 'engines'].includes(name)) && !names.includes('--help'))
  process.env.LYRA_BROWSER ??= findBrowser()
for (const program of programs) await import(pathToFileURL(`${outDir}/${program}.mjs`).href)
