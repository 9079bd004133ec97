import { defineConfig } from 'vitest/config'

/** Unit and service tests. Dashboard tests that need a document say so with `@vitest-environment happy-dom`. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/**/*.test.ts'],
    environment: 'node',
    // By default one processor is left free: of two, that is half.
    maxWorkers: '100%',
    globalSetup: 'vitest.global-setup.ts',
    setupFiles: 'vitest.setup.ts',
    // A machine with much else to do takes ten times as long to make a database on disk; a test that hangs still ends.
    // Fifty rounds of a database's start take minutes.
    testTimeout: process.env['LYRA_FUZZ'] === 'long' ? 3_600_000 : 120_000,
    hookTimeout: 180_000,
    // CI runs a test once more that a busy machine was too slow for and names it in the report; a property that is false
    // fails again, from the same seed.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
})
