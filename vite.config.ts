import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { minify } from '@swc/core'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { operationPrefixes, servicePaths } from './src/wire/operations.ts'
import { licences } from './vite.licences.ts'

/** Everything the service answers itself; in development the rest comes from Vite (one origin). */
const service = [...operationPrefixes, ...Object.values(servicePaths)]

/**
 * Puts a Brotli and a gzip copy beside each script and style, which servers send as they are. Their names carry their content's
 * hash. The database's program takes ten times as long and is packed after the build (scripts/archive-files.mjs).
 */
const precompress: Plugin = {
  name: 'precompress',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((file) => /^assets\/.*\.(?:js|css|svg)$/.test(file))
    await Promise.all(
      files.map(async (file) => {
        const content = await readFile(join(dir, file))
        await writeFile(join(dir, `${file}.gz`), await promisify(gzip)(content, { level: 9 }))
        await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(content))
      }),
    )
  },
}

/** Shortens the code of each file before Vite's own minifier names its variables: by 2 to 5 % of what is downloaded. */
const shorten: Plugin = {
  name: 'shorten',
  apply: 'build',
  renderChunk: async (code) => ({
    code: (await minify(code, { module: true, compress: { ecma: 2022, passes: 2 }, mangle: false })).code,
  }),
}

/** Leaves out what never runs here: hydration in React DOM, links of the router's own (see `Anchor`), and mutations. */
const withoutUnused: Plugin = {
  name: 'without-unused',
  apply: 'build',
  transform: {
    filter: {
      id: /(react-dom-client\.production|react-router\/dist\/esm\/link|query-core\/build\/modern\/mutation)\.js$/,
    },
    handler(code, id) {
      const names = id.includes('react-dom') ? undefined : /^export \{ (.*) \}/m.exec(code)?.[1]?.split(', ')
      if (names) return names.map((name) => `export const ${name} = '${name} is not in the build'`).join('\n')
      const never = code
        .replace(/exports\.hydrateRoot = function[^]*?\n\};/, '')
        .replace(/\bisHydrating\b(?!\$| = |\n\))/g, 'false')
        .replace(/null !== [\w$.]+\.dehydrated\b|\b[\w.]+\.isDehydrated\b/g, 'false')
      if (code.length - never.length < 1000) throw new Error(`${id} has other names`)
      return never
    },
  },
}

/** Modules of the service that are in the dashboard. */
const served = new Set<string>()

/** Writes down which modules of the service the dashboard has: when others change, it is not built again (scripts/build.mjs). */
const writeModules = (): Plugin => ({
  name: 'write-modules',
  apply: 'build',
  generateBundle(_, bundle) {
    for (const output of Object.values(bundle))
      for (const id of output.type === 'chunk' ? output.moduleIds : []) {
        const [file = ''] = relative(import.meta.dirname, id).split('?')
        if (file.startsWith('src/server/')) served.add(file)
      }
  },
  writeBundle: ({ dir = '' }) => writeFile(join(dir, '../web-modules.json'), JSON.stringify([...served].toSorted())),
})

const readHere = (path: string): Buffer => readFileSync(join(import.meta.dirname, path))

/** Of which tables and which version of the database a file with an empty one has to be. */
const databaseVersion = createHash('sha256')
  .update(readHere('src/server/database/schema.sql'))
  .update(readHere('node_modules/@electric-sql/pglite/package.json'))
  .digest('hex')
  .slice(0, 8)

/** Nothing is painted before the script has set the theme: otherwise a light page begins with a dark frame. */
const paintAfterScript: Plugin = {
  name: 'paint-after-script',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
}

/** Marks the page as one that any server of files may offer; Lyra's service takes the mark out. */
const markStatic: Plugin = {
  name: 'mark-static',
  apply: 'build',
  transformIndexHtml: (html) => html.replace('<html', '<html data-static'),
}

/** Class names in the build, by the file and the name that they stand for. */
const shortNames = new Map<string, string>()

/** A class name that is a short hash alone, since hashes do not compress. Throws where two names get the same. */
function shortName(name: string, file: string): string {
  const whole = `${relative(import.meta.dirname, file)} ${name}`
  const short = `_${createHash('sha256').update(whole).digest('base64url').slice(0, 4)}`
  const other = shortNames.get(short)
  if (other !== undefined && other !== whole) throw new Error(`${whole} and ${other} get the same class name`)
  shortNames.set(short, whole)
  return short
}

/** What every page needs is asked for together with the first script, and not by it: on a slow line a round trip less. */
const preloadFrame: Plugin = {
  name: 'preload-frame',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.values(bundle).flatMap((file) => {
        if (file.type !== 'chunk' || file.name !== 'frame') return []
        return [
          ...[...(file.viteMetadata?.importedCss ?? [])].map((style) => ({ rel: 'stylesheet', href: `./${style}` })),
          { rel: 'modulepreload', href: `./${file.fileName}` },
        ].map((attrs) => ({ tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' as const }))
      }),
  },
}

/** The modules that a module imports, itself included, without what is loaded lazily. */
function closureOf(start: string, importsOf: (id: string) => readonly string[] | undefined): Set<string> {
  const found = new Set([start])
  for (const id of found) for (const imported of importsOf(id) ?? []) found.add(imported)
  return found
}

const mainFile = join(import.meta.dirname, 'src/web/app/main.tsx')
let frame: Set<string> | undefined

/** What is shared and yet not in the frame: files of their own below, and what is loaded when it is asked for. */
const ofFewPages =
  /\/(?:format\/code|code-block|terms|field-glossary|loaded-meanings|panel-group|subject-title|explorer|file-button|party-options)\.(?:ts|module)/

const licenceFile = licences()

/** The dashboard: a static single-page application in dist/web. */
export default defineConfig(({ command }) => ({
  // A server of files may offer it below a path.
  base: command === 'build' ? './' : '/',
  // React has it itself.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  css: command === 'build' ? { modules: { generateScopedName: shortName } } : {},
  define: { LYRA_DATABASE: JSON.stringify(databaseVersion) },
  plugins: [
    react(),
    licenceFile.write,
    writeModules(),
    withoutUnused,
    shorten,
    precompress,
    paintAfterScript,
    preloadFrame,
    markStatic,
  ],
  // PGlite's own code calls eval where it loads extensions, which archives have none of.
  worker: { plugins: () => [licenceFile.collect(), writeModules()], rolldownOptions: { checks: { eval: false } } },
  publicDir: 'public',
  build: {
    outDir: 'dist/web',
    // What is there of archives stays (scripts/build.mjs).
    emptyOutDir: false,
    target: 'es2023',
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    // Three layers, so that no page needs more than a dozen files: what sends the first requests, what shows every page (the
    // grid apart, which pages without a list do not load), and each part's own code.
    // Each layer imports only those before it: no cycle between files.
    rolldownOptions: {
      // An index only names the parts of its feature: a page takes the parts that it uses, not all.
      treeshake: { moduleSideEffects: [{ test: /\/features\/[^/]+\/index\.ts$/, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            {
              debugName: 'frame',
              name: (id, context) => {
                frame ??= closureOf(mainFile, (imported) => context.getModuleInfo(imported)?.importedIds)
                // A file of its own for what many pages share compresses worse than what few of them do not need.
                const isShared =
                  /\/src\/(?:web\/(?:ui(?!\/calendar)|list|entities|format)|wire\/(?!spam|sla)|client)\//.test(id)
                return frame.has(id) || (isShared && !ofFewPages.test(id)) ? 'frame' : null
              },
              priority: 2,
            },
            { name: 'subject', test: /(panel-group|subject-title|explorer)\./, minShareCount: 2, priority: 1 },
            { name: 'grid', test: /\/(web\/grid|react-table|table-core)\//, minShareCount: 4, priority: 0.5 },
            {
              name: 'row-details',
              test: /(row-details.*|code-block|use-list-page|grid.*export-menu)\./,
              minShareCount: 2,
            },
            // The chart stays with the charts, however many there are: a file takes along what its modules import.
            {
              name: 'chart',
              test: /\/(web\/chart|lightweight-charts|fancy-canvas)\//,
              minShareCount: 2,
              priority: 0.5,
            },
            // What pages show of one question besides its own page, in one file instead of ten small ones.
            { name: 'modes', test: /features\/margin-modes\/.*\.ts$/, minShareCount: 2 },
            { name: 'mode-cells', test: /features\/margin-modes\/(columns|side)\./, minShareCount: 2 },
            {
              name: 'standing',
              test: /wire\/sla|features\/liquidity-providers\/(positions|scores\/fee-standings|sla\/sla-cell)\./,
              minShareCount: 2,
            },
            {
              name: 'scores',
              test: /features\/liquidity-providers\/(.*\.ts$|columns\/score-cells\.)/,
              minShareCount: 2,
            },
            // Without React: `first-requests.ts` asks by these before the frame has come.
            { name: 'market-day', test: /features\/candles\/day\/market-day\./, minShareCount: 2 },
            { name: 'first-candles', test: /features\/candles\/data\/(candles-query|first-candles)\./, priority: 0.2 },
            {
              name: 'candle-subject',
              test: /features\/candles\/(use-candle-subject|.*\/(candle-rows|named-range|chart-skeleton|mark-shape))\./,
              minShareCount: 2,
            },
            { name: 'bell', test: /alerts\/bell\./, minShareCount: 2 },
            {
              name: 'spam',
              test: /(wire\/spam|features\/spam-statistics\/(watcher|history|alerts\/browser|verdict\/(use|known)|block-time|node-countdown|burn-rate\/burn-rate-words|sendable-names|proof-of-work\/work-advice))/,
            },
            // Ranges and words of a ledger: what a party's page and a chart take of it, without its worker.
            {
              name: 'ledger-words',
              test: /\/web\/(ledger\/(range|ledger-words|rows\/(ledger-time|ledger-totals|groups))|.*take-tab-lock)\./,
              minShareCount: 2,
              priority: 1.6,
            },
            // What pages with a ledger share, with the messages to its worker.
            { name: 'ledger', test: /\/web\/ledger\/|file-button\./, minShareCount: 2, priority: 1.5 },
            // The pickers of a range, which a page has with the one of the header, and what balances over time are drawn from.
            {
              name: 'range',
              test: /\/(time-range\.tsx|range-picker\.\w+|party-options\.ts|ledger-statement\/chart\/chart\.module\.\w+)/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      service.map((path) => [path, { target: process.env['LYRA_SERVICE'] ?? 'http://127.0.0.1:8081', ws: true }]),
    ),
  },
}))
