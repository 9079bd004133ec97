import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Everything the service answers itself; in development the rest comes from Vite (one origin). */
const service = ['/api', '/statistics', '/time', '/blockchain', '/health', '/openapi.json', '/faults']

/** The dashboard: a static single-page application in dist/web. */
export default defineConfig({
  plugins: [react()],
  publicDir: 'public',
  build: {
    outDir: 'dist/web',
    target: 'es2023',
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
  },
  server: {
    proxy: Object.fromEntries(
      service.map((path) => [path, { target: process.env['LYRA_SERVICE'] ?? 'http://127.0.0.1:8081', ws: true }]),
    ),
  },
})
