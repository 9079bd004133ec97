import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getBlockHeight, getStatistics, getTime } from '../../wire/network.ts'
import { getSpamStatistics } from '../../wire/spam-statistics.ts'
import type { WritableDb } from '../database/db.ts'
import { openMemory } from '../../../tests/server/support/memory-database.ts'
import { timestampText } from '../sql/statement.ts'
import { produceBlock, openDemo, prune, pruneLedger } from './demo.ts'
import { outside } from './market/book.ts'
import { day, hour, minute, parseTime, second } from './chain/chain.ts'
import { misfitCandles, unbalancedEntries } from '../../../tests/server/support/consistency.ts'
import { fill, catchUp, reopenNetwork } from './open-network.ts'
import { newNetwork } from './chain/network.ts'
import { type Past, makeWorld } from './world.ts'

const time = '2025-05-14T09:41:17.5Z'
const present = parseTime(time)
const world = makeWorld(7, present)
const { chain } = world
const signal = new AbortController().signal

/** A past for what does not depend on how long it is: making and checking a whole one takes ten times as long. */
const shortPast: Past = {
  hours: 14 * day,
  fiveMinutes: 4 * day,
  minutes: 2 * day,
  blocks: 2 * hour,
  ledger: 2 * day,
}
const shortWorld = makeWorld(7, present, shortPast)

let whole: WritableDb
let db: WritableDb
beforeAll(async () => {
  whole = await openMemory()
  await (await openDemo(whole, { time, frozen: true })).stop()
  db = await openMemory()
  await db.exec('create table if not exists lyra_schema (version int not null); delete from lyra_schema')
  await db.exec('insert into lyra_schema values (2)')
  await (await openDemo(db, { time, past: shortPast, frozen: true })).stop()
}, 300_000)
afterAll(() => Promise.all([whole.close(), db.close()]))

test('a demo network that is stopped while it is being made leaves nothing half-made', async () => {
  const empty = await openMemory()
  const stopping = new AbortController()
  const words: string[] = []
  const onProgress = (written: string): void => {
    words.push(written)
    if (written.startsWith('ledger')) stopping.abort(new Error('SIGTERM'))
  }
  const options = { time, past: shortPast, frozen: true, onProgress, signal: stopping.signal }
  await expect(openDemo(empty, options)).rejects.toThrow('SIGTERM')
  expect(words).toEqual(['candles', 'ledger, 10 %'])
  const left = `select (select count(*) from chain) + (select count(*) from trades) + (select count(*) from ledger)`
  expect((await empty.rows(left))[0]).toEqual(['0'])
  await empty.close()
})

test('making a demo network keeps the number of the schema, so that its folder opens again', async () => {
  expect(await db.rows('select version::text from lyra_schema')).toEqual([['2']])
})

const numberIn = async (where: WritableDb, sql: string): Promise<number> => Number((await where.rows(sql))[0]?.[0])
const number = (sql: string): Promise<number> => numberIn(db, sql)

async function expectConsistency(where: WritableDb): Promise<void> {
  expect(await misfitCandles(where)).toEqual({})
  expect((await unbalancedEntries(where)).wrong).toEqual([])
}

test('the network has what was promised', async () => {
  const [decimals] = await whole.rows(`select string_agg(decimals::text, ' ' order by decimals) from assets`)
  expect(decimals).toEqual(['6 6 18 18'])
  expect(
    await numberIn(whole, 'select count(distinct (decimal_places, position_decimal_places)) from markets_current'),
  ).toBe(6)
  expect(await numberIn(whole, 'select count(*) from parties')).toBe(world.parties.length + 1)
  expect(await numberIn(whole, 'select count(*) from party_margin_modes')).toBeGreaterThan(150)
  expect(await numberIn(whole, 'select count(distinct margin_mode) from party_margin_modes')).toBe(2)
  expect(await numberIn(whole, 'select count(*) from ledger')).toBeGreaterThan(100_000)
  expect(
    await numberIn(whole, 'select max(n) from (select count(*) n from team_members group by party_id) s'),
  ).toBeGreaterThanOrEqual(20)
  expect(
    await numberIn(
      whole,
      'select count(*) from team_members m join teams t on t.id = m.team_id and t.referrer = m.party_id',
    ),
  ).toBe(8)
  expect(await numberIn(whole, 'select count(distinct market_id) from trades_candle_1_day')).toBe(5)
  expect(await whole.rows('select vega_time::text, height::text from last_block')).toEqual([
    [timestampText(present).replace('T', ' ').replace('.500000Z', '.5+00'), String(chain.heightAt(present))],
  ])
  const spread = (table: string) =>
    numberIn(
      whole,
      `select extract(epoch from max(period_start) - min(period_start)) / 86400 from trades_candle_${table}`,
    )
  expect(await spread('1_minute')).toBeGreaterThan(14)
  expect(await spread('30_minutes')).toBeGreaterThan(60)
  expect(await spread('1_hour')).toBeGreaterThan(365)
  expect(
    await numberIn(whole, `select extract(epoch from max(vega_time) - min(vega_time)) / 86400 from ledger`),
  ).toBeGreaterThan(89)
})

test('liquidity shows the good and the bad on four markets', async () => {
  const entries = `select d.market, s.sla from current_market_data d, jsonb_array_elements(d.liquidity_provider_sla) s (sla)`
  const count = (where: string) => numberIn(whole, `select count(*) from (${entries}) e where ${where}`)
  expect(await numberIn(whole, 'select count(*) from current_market_data')).toBe(4)
  expect(
    await count(`(sla ->> 'notional_volume_sells') = '0' and (sla ->> 'notional_volume_buys') <> '0'`),
  ).toBeGreaterThan(0)
  expect(await count(`sla ->> 'notional_volume_sells' = '0' and sla ->> 'notional_volume_buys' = '0'`)).toBeGreaterThan(
    0,
  )
  expect(await count(`(sla ->> 'last_epoch_fraction_of_time_on_book')::numeric > 1`)).toBeGreaterThan(0)
  const lengths = await whole.rows(
    `select distinct coalesce(jsonb_array_length(sla -> 'hysteresis_period_fee_penalties'), 0)::text from (${entries}) e`,
  )
  expect(lengths.length).toBeGreaterThanOrEqual(3)
  expect(
    await numberIn(
      whole,
      `select count(*) from current_market_data where jsonb_array_length(liquidity_provider_fee_shares)
      > jsonb_array_length(liquidity_provider_sla)`,
    ),
  ).toBeGreaterThan(0)
  const shares = await whole.rows(`select sum((s ->> 'equity_like_share')::numeric)::text
    from current_market_data, jsonb_array_elements(liquidity_provider_fee_shares) s group by market`)
  for (const [sum] of shares) expect(Number(sum)).toBeCloseTo(1, 9)
  expect(await numberIn(whole, `select count(distinct status) from live_liquidity_provisions`)).toBe(2)
})

test('candles of all intervals and single trades agree, and the ledger balances entry by entry', async () => {
  await expectConsistency(whole)
  const [first] = await whole.rows(`select (l.account_from_balance + l.quantity)::text from ledger l
    join accounts a on a.id = l.account_from_id and a.type = 10 order by l.ledger_entry_time limit 1`)
  expect(Object.values(world.assets).map((asset) => String(outside(asset)))).toContain(first?.[0])
}, 120_000)

test('two networks of the same seed and time are equal in every table, another seed shares nothing', async () => {
  const tables = async (): Promise<Map<string, string>> => {
    const hashes = new Map<string, ReturnType<typeof createHash>>()
    const add = (statement: string, text: string): void => {
      const hash = hashes.get(statement) ?? createHash('sha256')
      hashes.set(statement, hash.update(text))
    }
    const recorder = {
      rows: async () => [],
      exec: async (sql: string) => add('exec', sql),
      async load(copyFrom: string, chunks: AsyncIterable<Uint8Array | string>) {
        for await (const chunk of chunks) add(copyFrom, String(chunk))
      },
    } as unknown as WritableDb
    const made = shortWorld
    await fill(recorder, newNetwork(made, chain.heightAt(present)), { from: undefined, now: present })
    return new Map([...hashes].map(([table, hash]) => [table, hash.digest('hex')]))
  }
  const one = await tables()
  expect(one.size).toBeGreaterThan(22)
  expect(await tables()).toEqual(one)
  const idsOf = ({ parties, markets, assets }: typeof world) =>
    [...parties, ...markets, ...Object.values(assets)].map(({ id }) => id)
  const own = new Set(idsOf(world))
  expect(idsOf(makeWorld(8, present)).filter((id) => own.has(id))).toEqual([])
}, 180_000)

test('a frozen network produces no blocks and answers as a core node does', async () => {
  const demo = await openDemo(db, { seed: 7, time, past: shortPast, frozen: true, now: () => 0 })
  const { core } = demo
  expect(await core.time(signal)).toEqual({ timestamp: `${String(present)}000` })
  for (const [schema, reply] of [
    [getStatistics.reply, await core.statistics(signal)],
    [getTime.reply, await core.time(signal)],
    [getBlockHeight.reply, await core.blockHeight(signal)],
    [getSpamStatistics.reply, await core.spamStatistics('nobody', signal)],
  ] as const)
    expect(v.safeParse(schema, reply).issues).toBeUndefined()
  expect(await core.statistics(signal)).toMatchObject({
    statistics: { chainId: 'lyra-demo-1', status: 'CHAIN_STATUS_CONNECTED', marketDataSubscriptions: 0 },
  })
  const all = await Promise.all(world.parties.map(({ id }) => core.spamStatistics(id, signal)))
  const banned = all.filter((reply) => JSON.stringify(reply).includes('bannedUntil'))
  expect(banned.length).toBeGreaterThan(0)
  await demo.stop()
  expect(await number('select height from last_block')).toBe(chain.heightAt(present))
})

test('an hour that was missed is filled in without a hole', async () => {
  const later = present + hour + 15 * minute
  const network = await catchUp(db, shortWorld, later)
  expect(chain.timeOf(network.height)).toBeGreaterThan(later - 2 * second)
  const gaps = `select max(extract(epoch from next - period_start)) from (select period_start,
    lead(period_start) over (order by period_start) next from trades_candle_1_minute
    where market_id = '\\x${world.markets[0]?.id ?? ''}' and period_start > '${timestampText(present - day)}') s`
  expect(await number(gaps)).toBeLessThanOrEqual(180)
  expect(
    await number(`select max(extract(epoch from n - vega_time)) from (select vega_time, lead(vega_time) over
    (order by vega_time) n from blocks where vega_time > '${timestampText(present - hour)}') s`),
  ).toBeLessThan(2)
  const [open] = await db.rows(`select count(*)::text, max(id)::text from epochs e where not exists
    (select from epochs o where o.id = e.id and o.end_time is not null)`)
  expect(open).toEqual(['1', String(chain.epochAt(chain.timeOf(network.height)))])
  await expectConsistency(db)
}, 180_000)

test('blocks over an epoch: consistent, and found again after a restart', async () => {
  const network = await reopenNetwork(db, shortWorld)
  const first = network.height
  while (network.height < first + 700) await produceBlock(db, network)
  expect(await number(`select count(*) from blocks where height > ${String(first)}`)).toBe(700)
  const orphans = `select count(*) from epochs e where not exists (select from blocks b where b.vega_time = e.start_time)`
  expect(await number(`${orphans} and e.start_time > '${timestampText(present)}'`)).toBe(0)
  await expectConsistency(db)
  const again = await reopenNetwork(db, shortWorld)
  expect(again.height).toBe(network.height)
  const balances = (of: typeof again) =>
    world.parties.map(({ id }) => of.economy.book.account('general', id, world.assets.usdt).balance)
  expect(balances(again)).toEqual(balances(network))
}, 180_000)

test('pruning forgets the old and keeps the balances', async () => {
  const { height } = await reopenNetwork(whole, world)
  const now = chain.timeOf(height)
  const before = await numberIn(whole, 'select count(*) from ledger')
  for (let turn = 0; turn < 20; turn += 1) await prune(whole, now + 30 * day, turn)
  expect(await numberIn(whole, 'select count(*) from trades')).toBe(0)
  expect(await numberIn(whole, 'select count(*) from trades_candle_1_minute')).toBe(0)
  expect(await numberIn(whole, 'select count(*) from trades_candle_1_day')).toBeGreaterThan(1000)
  expect(await numberIn(whole, 'select count(*) from epochs')).toBe(0)
  expect(await numberIn(whole, 'select count(*) from blocks')).toBeLessThan(2)
  const after = await numberIn(whole, 'select count(*) from ledger')
  expect(after).toBeLessThan(before * 0.8)
  expect(
    await numberIn(whole, `select count(*) from ledger where type = 'TRANSFER_TYPE_CHECKPOINT_BALANCE_RESTORE'`),
  ).toBeGreaterThan(100)
  expect((await unbalancedEntries(whole)).wrong).toEqual([])
  await whole.exec('analyze ledger')
  await pruneLedger(whole, now, after - 1000)
  expect(await numberIn(whole, 'select count(*) from ledger')).toBeLessThan(after)
  expect((await unbalancedEntries(whole)).wrong).toEqual([])
}, 180_000)

test('a block a second by the clock, and a failure does not stop it', async () => {
  let clock = chain.dueTime((await reopenNetwork(db, shortWorld)).height) / 1000
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  let failing = 0
  const shaky: WritableDb = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction' && failing === 1) {
        failing += 1
        return () => Promise.reject(new Error('the disk is full'))
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
    },
  })
  const height = () => number('select height from last_block')
  const demo = await openDemo(shaky, { now: () => clock })
  const start = await height()
  failing = 1
  clock += 25_000
  await vi.waitFor(async () => expect(await height()).toBe(start + 25), 20_000)
  expect(errors).toHaveBeenCalledTimes(1)
  // A clock that is set back by an hour must not stop the network for an hour.
  clock -= 3_600_000
  await vi.waitFor(async () => {
    clock += 1000
    expect(await height()).toBeGreaterThan(start + 35)
  })
  // Set forward, as after two hours asleep: the gap is filled in at once, and the blocks go on from there.
  const asleep = 2 * 3_600_000
  const awake = chain.timeOf(await height()) + asleep * 1000
  clock += asleep
  await vi.waitFor(async () => expect(chain.timeOf(await height())).toBeGreaterThan(awake - 5_000_000), 30_000)
  const filled = await height()
  clock += 3000
  await vi.waitFor(async () => expect(await height()).toBeGreaterThan(filled + 1), 20_000)
  await demo.stop()
  const end = await height()
  clock += 25_000
  expect(await height()).toBe(end)
  errors.mockRestore()
})

test('another network in the database is refused, not overwritten', async () => {
  await db.exec(`update chain set id = 'aurora-1'`)
  await expect(openDemo(db, { time, frozen: true })).rejects.toThrow(/aurora-1/)
  expect(await number('select count(*) from parties')).toBeGreaterThan(50)
})
