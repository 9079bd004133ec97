import { expect, test } from 'vitest'
import { makeWorld } from '../demo/world.ts'
import { namedParties } from '../demo/named-parties.ts'
import type { Core } from '../core/core.ts'
import { parseTime } from '../demo/chain/chain.ts'
import { knownParties } from './known-parties.ts'

const asked = (core: Partial<Core>) =>
  // The handler reads the core alone.
  knownParties({ core } as Parameters<typeof knownParties>[0], {})

test('where nobody has named parties the list is empty and nothing is called invented', async () => {
  expect(await asked({})).toEqual({ parties: [], invented: false })
})

test('the parties of the demo have names, roles and ids of their own, for any seed', async () => {
  for (const seed of [1, 7, 4711]) {
    const world = makeWorld(seed, parseTime('2025-05-14T09:41:17.5Z'))
    const parties = namedParties(world)
    expect(await asked({ knownParties: () => ({ parties, invented: true }) })).toEqual({ parties, invented: true })
    expect(parties.length).toBeGreaterThanOrEqual(12)
    expect(new Set(parties.map(({ name }) => name)).size).toBe(parties.length)
    expect(parties.every(({ partyId }) => world.parties.some(({ id }) => id === partyId))).toBe(true)
  }
})
