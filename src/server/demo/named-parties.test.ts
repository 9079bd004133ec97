import fc from 'fast-check'
import { expect, test } from 'vitest'
import { epochLength, parseTime } from './chain/chain.ts'
import { commitmentsOf, liquidityOf } from './market/liquidity.ts'
import { namedParties, makeWorld } from './world.ts'

const start = parseTime('2025-05-14T09:41:17.5Z')
const anySeed = fc.integer({ min: 1, max: 2 ** 31 })

test('the parties of the demo have names, roles and ids of their own, for any seed', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const world = makeWorld(seed, start)
      const parties = namedParties(world)
      expect(parties.length).toBeGreaterThanOrEqual(12)
      expect(new Set(parties.flatMap(({ name, partyId }) => [name, partyId])).size).toBe(2 * parties.length)
      expect(parties.every(({ partyId, role }) => role !== '' && world.parties.some(({ id }) => id === partyId))).toBe(
        true,
      )
    }),
    { numRuns: 20 },
  )
})

test('for any seed and at any time a named provider has spent no time on the book, in this epoch and the last', () => {
  fc.assert(
    fc.property(anySeed, fc.integer({ min: 0, max: 3 * epochLength }), (seed, after) => {
      const world = makeWorld(seed, start)
      const { partyId } = namedParties(world).find(({ name }) => name === 'slackwater-lp')!
      const commitments = commitmentsOf(world).filter(({ market }) => market.baseName === 'BTC')
      const { sla } = liquidityOf(world.chain, commitments, start + after)
      const idle = { current_epoch_fraction_of_time_on_book: '0', last_epoch_fraction_of_time_on_book: '0' }
      expect(sla).toContainEqual(expect.objectContaining({ party: partyId, ...idle }))
    }),
    { numRuns: 50 },
  )
})
