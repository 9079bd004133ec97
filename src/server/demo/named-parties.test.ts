import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { workOutlook } from '../../wire/spam/proof-of-work.ts'
import { verdict } from '../../wire/spam/spam-verdict.ts'
import { LiquidityProviderSla } from '../../wire/liquidity-providers.ts'
import { slaVerdict } from '../../wire/sla/sla-verdict.ts'
import { epochLength, type Micros, millisecond, parseTime, second } from './chain/chain.ts'
import { Bots, headOf, replaySpam } from './market/bots.ts'
import { commitmentsOf, liquidityOf } from './market/liquidity.ts'
import { reportSpam } from './spam/spam.ts'
import { namedParties, makeWorld, type World } from './world.ts'

const start = parseTime('2025-05-14T09:41:17.5Z')
const anySeed = fc.integer({ min: 1, max: 2 ** 31 })

/** A record of the database with the members of the wire; lists that it leaves out are empty. */
const camelCased = (record: Record<string, unknown> = {}): unknown => ({
  hysteresisPeriodFeePenalties: [],
  ...Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ),
})

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

/** The states that the named parties are in after a block by the dashboard's verdict, `after` microseconds later. */
function statesIn({ chain }: World, spam: ReturnType<typeof replaySpam>, ids: readonly string[], after: Micros) {
  const now = BigInt(spam.head.time + after) * 1000n
  return ids.map((id) => {
    const statistics = reportSpam(chain, spam, id)
    const { worst, gauges } = verdict(statistics, now)
    const lasts = statistics.pow ? workOutlook(statistics.pow)?.lastsBlocks : undefined
    return { worst, unused: gauges.every(({ used }) => used === '0'), runsOut: lasts !== undefined && lasts <= 120 }
  })
}

test('for any seed, in every block and between blocks, the named parties are in every state worth a look', () => {
  fc.assert(
    fc.property(anySeed, fc.integer({ min: 0, max: second - 1 }), (seed, after) => {
      const world = makeWorld(seed, start)
      const { chain } = world
      const bots = new Bots(world)
      const ids = namedParties(world).map(({ partyId }) => partyId)
      const perEpoch = epochLength / second
      const first = chain.firstFrom(chain.epochStart(chain.epochAt(start) + 1))
      const spam = replaySpam(world, bots, first - 1)
      for (let height = first; height < first + 2 * perEpoch + 5; height += 1) {
        const head = headOf(chain, height)
        spam.include(head, bots.transactions(spam, head))
        const index = (height - first) % perEpoch
        if (index > 3 && index < perEpoch - 3 && index % 13 > 0) continue
        const states = statesIn(world, spam, ids, height % 2 === 0 ? 0 : after)
        const worst = states.map((state) => state.worst)
        for (const state of ['banned', 'limit', 'near', 'watch', 'ok'] as const) expect(worst).toContain(state)
        expect(states.some(({ runsOut }) => runsOut)).toBe(true)
        expect(states.some(({ worst: state, unused }) => state === 'ok' && unused)).toBe(true)
        expect(worst.filter((state) => state === 'banned').length).toBeLessThanOrEqual(3)
      }
    }),
    { numRuns: 3 },
  )
}, 120_000)

test('for any seed and at any time a named provider is behind its minimum and can win it back, which it does', () => {
  const atAnyTime = fc.integer({ min: 0, max: epochLength - millisecond })
  // Where it would pass too early if its turns ended before the epoch does.
  const nearTheEnd = fc.integer({ min: millisecond, max: second }).map((left) => epochLength - left)
  fc.assert(
    fc.property(anySeed, fc.nat(2), fc.oneof(atAnyTime, nearTheEnd), (seed, later, elapsed) => {
      const world = makeWorld(seed, start)
      const { chain } = world
      const { partyId } = namedParties(world).find(({ name }) => name === 'ebb-liquidity')!
      const commitments = commitmentsOf(world).filter(({ market }) => market.baseName === 'BTC')
      const from = chain.epochStart(chain.epochAt(start) + later)
      const { sla } = liquidityOf(chain, commitments, from + elapsed)
      const own = v.parse(LiquidityProviderSla, camelCased(sla.find((record) => record['party'] === partyId)))
      const [begin, end, now] = [from, from + epochLength, from + elapsed].map((time) => BigInt(time) * 1000n) as [
        bigint,
        bigint,
        bigint,
      ]
      expect(['failing', 'passes-if']).toContain(slaVerdict(own, '0.6', { start: begin, end, now }).state)
      expect(own.lastEpochFractionOfTimeOnBook).toBe('0.6')
    }),
    { numRuns: 1000 },
  )
})

test('what the provider that is behind is short of agrees with its time on the book', () => {
  const world = makeWorld(7, start)
  const { chain } = world
  const { partyId } = namedParties(world).find(({ name }) => name === 'ebb-liquidity')!
  const commitments = commitmentsOf(world).filter(({ market }) => market.baseName === 'BTC')
  const begin = chain.epochStart(chain.epochAt(start) + 1)
  const at = (elapsed: Micros) => {
    const { sla } = liquidityOf(chain, commitments, begin + elapsed)
    const own = v.parse(LiquidityProviderSla, camelCased(sla.find((record) => record['party'] === partyId)))
    const fraction = Number(own.currentEpochFractionOfTimeOnBook)
    const isShort = BigInt(own.notionalVolumeSells) < BigInt(own.requiredLiquidity)
    return { isShort, seconds: (fraction * elapsed) / second }
  }
  const steps = Array.from(
    { length: 350 },
    (_, index) => [at(index * 10 * second), at((index + 1) * 10 * second)] as const,
  )
  // The turn falls within some steps of ten seconds.
  const whole = steps.filter(([one, next]) => one.isShort === next.isShort)
  for (const [one, next] of whole) expect(next.seconds - one.seconds).toBeCloseTo(one.isShort ? 0 : 10, 2)
  expect(whole.some(([{ isShort }]) => isShort) && whole.some(([{ isShort }]) => !isShort)).toBe(true)
  expect(whole.length).toBeGreaterThan(280)
})
