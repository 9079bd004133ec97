import fc from 'fast-check'
import { inject } from 'vitest'

// Every property of a run starts from the run's one seed, which `vitest.global-setup.ts` chooses and prints.
fc.configureGlobal({ seed: inject('propertySeed') })

// A page that is looked for comes late on a busy machine; one that never comes still fails well before the test's own limit.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 20_000 })
}
