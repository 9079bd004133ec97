import fc from 'fast-check'
import { inject } from 'vitest'

// Every property of a run starts from the run's one seed, which `vitest.global-setup.ts` chooses and prints.
fc.configureGlobal({ seed: inject('propertySeed') })
