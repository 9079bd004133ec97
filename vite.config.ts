import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { operationPrefixes, servicePaths } from './src/wire/operations.ts'

/** Everything the service answers itself; in development the rest comes from Vite (one origin). */
const service = [...operationPrefixes, ...Object.values(servicePaths)]

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const roots = [
  'src/web/data-grid/data-grid.tsx',
  'src/web/infinite-list/use-infinite-list.ts',
  'src/web/data-grid/toolbar/filter-fields.tsx',
  'src/web/entities/cells.tsx',
  'src/web/data-grid/toolbar/grid-actions.tsx',
  'src/web/infinite-list/find-row.ts',
]
/** Several questions at once: few pages ask them, and none of the lists needs them for its first rows. */
const notOfList = /tanstack.*[/\\](?:useQueries|queriesObserver)\./
let ofList: Set<string> | undefined

/** Whether a module belongs to the first screen of a list; what that screen loads later does not. */
function isOfList(id: string, modules: Modules): boolean {
  if (!ofList) {
    ofList = new Set(roots.map((file) => fileURLToPath(new URL(file, import.meta.url))))
    for (const one of ofList) for (const next of modules.getModuleInfo(one)?.importedIds ?? []) ofList.add(next)
  }
  return ofList.has(id) && !notOfList.test(id)
}

/** Puts a gzip copy beside each script and style, which the service sends as it is. Their names carry their content's hash. */
const precompress: Plugin = {
  name: 'precompress',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((file) => /^assets\/.*\.(?:js|css|svg)$/.test(file))
    await Promise.all(
      files.map(async (file) =>
        writeFile(join(dir, `${file}.gz`), gzipSync(await readFile(join(dir, file)), { level: 9 })),
      ),
    )
  },
}

/** The dashboard: a static single-page application in dist/web. */
export default defineConfig({
  plugins: [react(), precompress],
  publicDir: 'public',
  build: {
    outDir: 'dist/web',
    target: 'es2023',
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    // A file for each shared module costs more than it saves: files are compressed apart, and each names what it imports.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 2 },
            {
              name: (id, chunking) => (isOfList(id, chunking) ? 'answers' : null),
              debugName: 'answers',
              minShareCount: 6,
              priority: 1,
            },
            { name: (id, chunking) => (isOfList(id, chunking) ? 'list' : null), debugName: 'list', minShareCount: 3 },
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
})
