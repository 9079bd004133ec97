import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { noCore } from '../../../src/server/core/core.ts'
import { createNodeService } from '../../../src/server/http/node-service.ts'
import { type Listening, listen } from '../../../src/server/http/listen.ts'
import type { Db } from '../../../src/server/database/db.ts'
import { openPostgres } from '../../../src/server/database/postgres/postgres.ts'
import schema from '../../../src/server/database/schema.sql?raw'
import { market, party } from '../support/ids.ts'
import { type PrivateCluster, postgresPrograms, privateCluster } from '../support/private-cluster.ts'
import { makeSample } from '../support/sample.ts'
import { figure, share } from '../support/share.ts'

const rounds = share(2, 20)

const targets = [
  '/api/v2/margin-modes?pagination.first=3',
  `/api/v2/liquidity/providers?marketId=${market.btc}`,
  `/api/v2/candle?candleId=trades_candle_1_minute_${market.btc}`,
  '/api/v2/markets',
  `/api/v2/ledgerentry/export?partyId=${party.anna}`,
]

/** Whether the programs are there, and a run with PostgreSQL is wanted. */
const wanted = postgresPrograms !== undefined && process.env['LYRA_TEST_POSTGRES'] !== undefined

// Without initdb, or without LYRA_TEST_POSTGRES, there is no server to end.
describe.skipIf(!wanted)('a PostgreSQL that is ended and started again', () => {
  let cluster: PrivateCluster
  let db: Db
  let service: Listening
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const right = new Map<string, string>()

  beforeAll(async () => {
    cluster = await privateCluster()
    const writer = openPostgres(cluster.url, { writable: true })
    await writer.exec(schema)
    await makeSample(writer)
    await writer.close()
    db = openPostgres(cluster.url)
    service = await listen(createNodeService({ db, core: noCore(db) }), '127.0.0.1', 0)
    for (const target of targets) right.set(target, await (await fetch(service.url + target)).text())
    log.mockClear()
  })
  afterAll(async () => {
    await service.stop(0)
    await db.close()
    await cluster.remove()
  })

  /** Whether an answer is the right one. What is neither that nor a failure that says so is an error of this test. */
  async function isRight(target: string): Promise<boolean> {
    const response = await fetch(service.url + target)
    const body = await response.text()
    if (response.status === 200 && body === right.get(target)) return true
    const said = /cannot be reached|busy with other requests/.test(body)
    // A file that has begun ends with its error as the last line.
    if (response.status === 200 && target.includes('export') && said && /\{"error":\{[^\n]+\}\}$/.test(body))
      return false
    expect({ target, status: response.status, said, body: body.slice(0, 300) }).toMatchObject({
      status: 503,
      said: true,
    })
    return false
  }

  test(`${rounds} rounds under load: every answer is right or says what is away, and no connection stays taken`, async () => {
    const counts = { right: 0, away: 0 }
    const ended = new AbortController()
    const load = async (offset: number): Promise<void> => {
      for (let at = offset; !ended.signal.aborted; at += 1) {
        const is = await isRight(targets[at % targets.length] ?? '')
        counts[is ? 'right' : 'away'] += 1
      }
    }
    const loads = Promise.all(Array.from({ length: 8 }, (_, at) => load(at)))
    const back: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = { ...counts }
      await vi.waitUntil(() => counts.right > before.right + 40)
      if (round % 3 === 1) await cluster.kill()
      else await cluster.stop(round % 3 === 0 ? 'immediate' : 'fast')
      await vi.waitUntil(() => counts.away > before.away + 8)
      await cluster.start()
      const start = performance.now()
      await vi.waitUntil(async () => (await Promise.all(targets.map(isRight))).every(Boolean), {
        interval: 20,
      })
      back.push(performance.now() - start)
    }
    ended.abort()
    await loads
    expect(counts.right).toBeGreaterThan(rounds * targets.length)
    // Each outage and each return is said once for a pool, not once for a request.
    const said = (words: string): number => log.mock.calls.filter(([line]) => String(line).includes(words)).length
    expect(said('The database cannot be reached')).toBeLessThanOrEqual(rounds * 4)
    expect(said('The database is back')).toBeGreaterThanOrEqual(rounds)
    expect(said('failed:')).toBe(0)
    await vi.waitUntil(() => (db.queues?.() ?? []).every(({ running, waiting }) => running + waiting === 0))
    const worst = Math.max(...back)
    figure(
      `PostgreSQL ended ${rounds} times under load: ${counts.right} right answers, ${counts.away} said it was away, ` +
        `all right again at most ${worst.toFixed(0)} ms after its start`,
    )
  })
})
