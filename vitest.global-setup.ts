import { randomInt } from 'node:crypto'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Seed of all property tests of a run: a signed 32-bit integer. */
    propertySeed: number
  }
}

/** Chooses the seed of all property tests, or takes it from `LYRA_PROPERTY_SEED`, and prints it. */
export function setup(project: TestProject): void {
  const given = process.env['LYRA_PROPERTY_SEED']
  const seed = given === undefined ? randomInt(-(2 ** 31), 2 ** 31) : Number(given)
  if (!Number.isInteger(seed)) throw new Error(`LYRA_PROPERTY_SEED must be an integer, not ${given}`)
  console.log(`Property tests run with LYRA_PROPERTY_SEED=${seed}`)
  project.provide('propertySeed', seed)
}
