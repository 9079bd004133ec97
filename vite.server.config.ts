import { readFileSync } from 'node:fs'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/** The service: ES modules for Node in dist/server, packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  define: { LYRA_VERSION: JSON.stringify(version) },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    minify: false,
    rollupOptions: {
      input: {
        main: 'src/server/cli/main.ts',
        'pglite-worker': 'src/server/database/pglite/worker.ts',
        faults: 'tests/server/support/faults.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
