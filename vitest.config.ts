import { defineConfig } from 'vitest/config'

/** Unit and service tests. Dashboard tests that need a document say so with `@vitest-environment happy-dom`. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
