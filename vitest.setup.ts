import fc from 'fast-check'
import { inject, vi } from 'vitest'

// Every property of a run starts from the run's one seed, which `vitest.global-setup.ts` chooses and prints.
fc.configureGlobal({ seed: inject('propertySeed') })

// What is waited for comes late on a busy machine; what never comes still fails well before the test's own limit.
const waitMs = 40_000
const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options = waitMs) => waitFor(callback, options)
vi.waitUntil = (callback, options = waitMs) => waitUntil(callback, options)
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: waitMs })
}
