import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import type { AnyOperation, Reply } from '../../wire/protocol/operation.ts'
import { getSpamHistory } from '../../wire/spam-history.ts'
import { getSpamStatistics } from '../../wire/spam-statistics.ts'
import { noCore } from '../core/core.ts'
import { demoCore, include, newNetwork } from '../demo/chain/network.ts'
import { parseTime } from '../demo/chain/chain.ts'
import { makeWorld } from '../demo/world.ts'
import { createService } from '../http/service.ts'
import { PartyWatch } from '../core/watch/party-watch.ts'
import { fakeBlock, fakeDb } from '../../../tests/server/support/fake-service.ts'
import { turnedClock } from '../../../tests/server/support/turned-clock.ts'

const stop = new AbortController()
afterEach(() => stop.abort())

const path = getSpamHistory.path

/** A service over the demo network's core that watches its first parties; its blocks come when `pass` is called. */
function service(parties: number) {
  const present = parseTime('2025-05-14T09:04:17Z')
  const world = makeWorld(7, present)
  const network = newNetwork(world, world.chain.heightAt(present))
  const watched = world.parties.slice(0, parties).map(({ id }) => id)
  const core = demoCore(
    () => network,
    () => present,
  )
  const clock = turnedClock(present / 1000)
  const spamWatch = new PartyWatch(watched, core, clock)
  void spamWatch.run(stop.signal)
  const app = createService({ db: fakeDb([fakeBlock]), core, spamWatch })
  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      include(network, network.spam.head.height + 1)
      await clock.turn(1000)
    }
    // One more round without a block, so that every party has been read at the last one.
    await clock.turn(5000)
  }
  async function read<Op extends AnyOperation>(op: Op, target: string): Promise<Reply<Op>> {
    const response = await app.request(target)
    expect(response.status).toBe(200)
    return v.parse(op.reply, await response.json()) as Reply<Op>
  }
  const history = (partyId: string) => read(getSpamHistory, `${path}?partyId=${partyId}`)
  const statistics = (partyId: string) => read(getSpamStatistics, getSpamStatistics.path.replace(':partyId', partyId))
  return { app, watched, pass, history, statistics }
}

test('the history of demo parties begins before the first request and ends at their current statistics', async () => {
  const { watched, pass, history, statistics } = service(40)
  await pass(200)
  let rises = 0
  for (const party of watched) {
    const { samples, gaps, watched: listed } = await history(party)
    expect([listed, gaps]).toEqual([watched, []])
    const times = samples.flatMap(({ time, until }) => [time, until])
    expect(times).toEqual(times.toSorted())
    rises = Math.max(rises, new Set(samples.map(({ counters }) => counters.transfers?.used)).size - 1)
    const now = (await statistics(party)).statistics
    expect(samples.at(-1)).toMatchObject({
      epochSeq: now.epochSeq,
      counters: { transfers: { used: now.transfers?.countForEpoch, max: now.transfers?.maxForEpoch } },
    })
  }
  // The dashboard needs two rises for a rate.
  expect(rises).toBeGreaterThanOrEqual(2)
})

test('a party that is not watched is refused by its field; without one the watched are listed', async () => {
  const { app, watched, history } = service(2)
  const refused = await app.request(`${path}?partyId=${'ab'.repeat(32)}`)
  expect(refused.status).toBe(404)
  expect(await refused.json()).toMatchObject({
    code: 5,
    details: [{ message: 'partyId: this service does not watch that party' }],
  })
  expect(await (await app.request(path)).json()).toEqual({
    now: '2025-05-14T09:04:17.000Z',
    watched,
    samples: [],
    gaps: [],
  })
  // Watched, and not read yet: the second party has its turn later.
  expect(await history(watched[1] ?? '')).toEqual({ now: '2025-05-14T09:04:17.000Z', watched, samples: [], gaps: [] })
})

test('a service without watched parties reports that', async () => {
  const app = createService({ db: fakeDb([fakeBlock]), core: noCore(fakeDb([fakeBlock])) })
  expect(await (await app.request(path)).json()).toMatchObject({ watched: [], samples: [], gaps: [] })
  expect((await app.request(`${path}?partyId=${'ab'.repeat(32)}`)).status).toBe(404)
})
