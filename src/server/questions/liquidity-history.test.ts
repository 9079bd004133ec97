import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getLiquidityHistory } from '../../wire/liquidity-history.ts'
import { noCore } from '../core/no-core.ts'
import { createService } from '../http/service.ts'
import { LiquidityWatch } from '../liquidity-history/liquidity-watch.ts'
import { unavailable } from '../fault.ts'
import type { Db, WritableDb } from '../database/db.ts'
import { databases } from '../../../tests/server/support/databases.ts'
import { fakeBlock, fakeDb } from '../../../tests/server/support/fake-service.ts'
import { market, party } from '../../../tests/server/support/ids.ts'
import { insert } from '../../../tests/server/support/sample-rows.ts'
import { makeSample } from '../../../tests/server/support/sample.ts'
import { turnedClock } from '../../../tests/server/support/turned-clock.ts'

const path = getLiquidityHistory.path
/** Reads of a database take their time on a busy machine. */
const patient = { timeout: 20_000 }
const start = Date.parse('2026-03-01T16:00:00Z')

const beginEpoch3 = (db: WritableDb): Promise<void> =>
  insert(db, 'epochs', [
    {
      id: '2',
      start_time: '2024-02-22 00:00:01+00',
      expire_time: '2024-02-23 00:00:01+00',
      end_time: '2024-02-23 00:00:01+00',
      vega_time: '2024-02-23 00:00:01+00',
    },
    {
      id: '3',
      start_time: '2024-02-23 00:00:01+00',
      expire_time: '2024-02-24 00:00:01+00',
      end_time: undefined,
      vega_time: '2024-02-23 00:00:01+00',
    },
  ])

describe.each(databases)('on $name', ({ open }) => {
  let db: WritableDb
  let stop: AbortController
  beforeEach(async () => {
    db = await open()
    await makeSample(db)
    stop = new AbortController()
  })
  afterEach(async () => {
    stop.abort()
    await db.close()
  })

  /** A service over the sample that watches these parties, each read once. */
  async function service(watched: readonly string[], read: Db['rows'] = db.rows.bind(db)) {
    const clock = turnedClock(start)
    const liquidityWatch = new LiquidityWatch(watched, fakeDb([], { rows: read }), clock)
    void liquidityWatch.run(stop.signal)
    const app = createService({ db, core: noCore(db), liquidityWatch })
    const history = async (partyId: string) => {
      const response = await app.request(`${path}?partyId=${partyId}`)
      return v.parse(getLiquidityHistory.reply, await response.json())
    }
    const samplesOf = async (partyId: string, count: number) => {
      await expect.poll(async () => (await history(partyId)).samples.length, patient).toBe(count)
      return (await history(partyId)).samples
    }
    return { app, clock, samplesOf }
  }

  test('positions are kept with the epoch in which they were read, each market its own', async () => {
    const { clock, samplesOf } = await service([party.boris])
    const first = await samplesOf(party.boris, 2)
    expect(first).toEqual([
      expect.objectContaining({ marketId: market.btc, epochSeq: '2', currentEpochFractionOfTimeOnBook: '0.95' }),
      expect.objectContaining({ marketId: market.aur, epochSeq: '2', averageScore: '' }),
    ])
    await beginEpoch3(db)
    await clock.turn(60_000)
    const samples = await samplesOf(party.boris, 4)
    expect(samples.map(({ marketId, epochSeq }) => [marketId, epochSeq])).toEqual([
      [market.btc, '2'],
      [market.btc, '3'],
      [market.aur, '2'],
      [market.aur, '3'],
    ])
    expect(samples[0]?.time).toBe('2026-03-01T16:00:00.000Z')
  })

  test('a party without a service level has none in its sample', async () => {
    const { samplesOf } = await service([party.carol])
    const [sample] = await samplesOf(party.carol, 1)
    expect(sample).not.toHaveProperty('currentEpochFractionOfTimeOnBook')
    expect(sample?.equityLikeShare).toBe('')
  })

  test('a reading between two epochs is of neither', async () => {
    let begun = false
    const { clock, samplesOf } = await service([party.boris], async (sql, ...rest) => {
      const rows = await db.rows(sql, ...rest)
      if (!begun && sql.includes('current_market_data')) {
        begun = true
        await beginEpoch3(db)
      }
      return rows
    })
    await expect.poll(() => begun, patient).toBe(true)
    await samplesOf(party.boris, 0)
    await clock.turn(60_000)
    expect((await samplesOf(party.boris, 2)).map(({ epochSeq }) => epochSeq)).toEqual(['3', '3'])
  })

  test('a database that is away is read again in the next round', async () => {
    let reads = 0
    const { clock, samplesOf } = await service([party.carol], (...given) => {
      reads += 1
      return reads === 1 ? Promise.reject(unavailable('The database is away.')) : db.rows(...given)
    })
    await samplesOf(party.carol, 0)
    await clock.turn(60_000)
    expect((await samplesOf(party.carol, 1))[0]?.time).toBe('2026-03-01T16:01:00.000Z')
  })

  test('a party that is not watched is refused by its field; without one the watched are listed', async () => {
    const { app } = await service([party.boris])
    const refused = await app.request(`${path}?partyId=${party.dora}`)
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({
      details: [{ message: 'partyId: this service does not watch that party' }],
    })
    expect(await (await app.request(path)).json()).toMatchObject({ watched: [party.boris], samples: [] })
  })
})

test('a service that watches nobody says so', async () => {
  const app = createService({ db: fakeDb([fakeBlock]), core: noCore(fakeDb([fakeBlock])) })
  expect(await (await app.request(path)).json()).toMatchObject({ watched: [], samples: [] })
  expect((await app.request(`${path}?partyId=${party.anna}`)).status).toBe(404)
})
