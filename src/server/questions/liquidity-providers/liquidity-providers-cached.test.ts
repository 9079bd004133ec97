import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listLiquidityProviders } from '../../../wire/liquidity-providers.ts'
import type { Db, WritableDb } from '../../database/db.ts'
import { ask, contextOf, query } from '../../../../tests/server/support/ask.ts'
import { databases } from '../../../../tests/server/support/databases.ts'
import { market, party, unknown } from '../../../../tests/server/support/ids.ts'
import { recorded } from '../../../../tests/server/support/plans.ts'
import { makeSample } from '../../../../tests/server/support/sample.ts'
import { liquidityProviders } from './liquidity-providers.ts'

describe.each(databases)('fee shares that are cached over $name', ({ open }) => {
  let db: WritableDb
  const changed = ['current_market_data', 'live_liquidity_provisions', 'last_block']
  beforeAll(async () => {
    db = await open()
    await makeSample(db)
    for (const table of changed) await db.exec(`create table made_${table} as table ${table}`)
  })
  beforeEach(() =>
    db.exec(changed.map((table) => `delete from ${table}; insert into ${table} select * from made_${table};`).join('')),
  )
  afterAll(() => db.close())

  const read = async (given: Parameters<typeof query>[0], from: Db = db) =>
    (await ask(from, listLiquidityProviders, liquidityProviders, query(given))).reply.liquidityProviders
  const virtualStakes = async (from: Db = db) =>
    (await read({ partyId: party.boris }, from)).edges.map(({ node }) => node.feeShare?.virtualStake)
  const nextBlock = 'update last_block set height = height + 1'
  const setStake = (stake: string) => `
    update current_market_data set liquidity_provider_fee_shares = (
      select jsonb_agg(e.value || '{"virtual_stake": "${stake}"}' order by e.ordinality)
      from jsonb_array_elements(liquidity_provider_fee_shares) with ordinality as e)
    where jsonb_typeof(liquidity_provider_fee_shares) = 'array'`
  /** Counts statements that unpack arrays. Commits in the cluster's other databases change the snapshot, which is left out. */
  function counted(own: Db) {
    const { db, statements } = recorded(own)
    const rows: Db['rows'] = (sql, ...more) => db.rows(sql.replace('pg_current_snapshot()', `'same'`), ...more)
    const unpacked = () => statements.filter(({ sql }) => sql.includes('jsonb_array_elements')).length
    return { db: { ...db, rows }, unpacked }
  }

  test('a market is unpacked once in a block, and every page without a cursor is the one read from the tables', async () => {
    const page = fc.record({
      given: fc.constantFrom(
        { marketId: market.btc },
        { partyId: party.boris },
        { marketId: market.btc, partyId: party.anna.toUpperCase() },
        { marketId: unknown },
        { partyId: party.dora },
        { marketId: '' },
        { partyId: 'network' },
      ),
      size: fc.constantFrom('pagination.first', 'pagination.last'),
      limit: fc.integer({ min: 1, max: 4 }),
      newestFirst: fc.boolean(),
    })
    const { db: own, unpacked } = counted(db)
    await read({ marketId: market.btc }, own)
    for (const marketId of [market.btc, market.aur, unknown, '']) await read({ marketId }, own)
    const filled = unpacked()
    await fc.assert(
      fc.asyncProperty(page, async ({ given, size, limit, newestFirst }) => {
        const all = { ...given, [size]: limit, 'pagination.newestFirst': newestFirst }
        // The first request to a database that is not known yet.
        const plain = counted(db)
        expect(await read(all, own)).toEqual(await read(all, plain.db))
        expect(plain.unpacked()).toBe(1)
      }),
      { numRuns: 30 },
    )
    expect(unpacked()).toBe(filled)
  })

  test('a late correction without a new block is seen at once', async () => {
    await virtualStakes()
    await virtualStakes()
    await db.exec(setStake('41'))
    expect(await virtualStakes()).toEqual(['41', '41'])
    expect(await virtualStakes()).toEqual(['41', '41'])
    await db.exec(`update live_liquidity_provisions set status = 'STATUS_CANCELLED'`)
    expect(await virtualStakes()).toEqual([])
    expect(await virtualStakes()).toEqual([])
  })

  test('the next block is seen at once', async () => {
    await virtualStakes()
    await virtualStakes()
    await db.exec(`${setStake('42')}; ${nextBlock}`)
    expect([await virtualStakes(), await virtualStakes()]).toEqual([
      ['42', '42'],
      ['42', '42'],
    ])
  })

  test('a change while shares are being read is not hidden by them', async () => {
    const { db: own } = recorded(db)
    let change: Promise<void> | undefined
    const changing: Db = {
      ...own,
      rows: async (sql, params, signal) => {
        const rows = await own.rows(sql, params, signal)
        if (sql.includes('jsonb_array_elements')) await (change ??= db.exec(setStake('43')))
        return rows
      },
    }
    change = Promise.resolve()
    await virtualStakes(changing)
    change = undefined
    await virtualStakes(changing)
    expect([await virtualStakes(changing), await virtualStakes(changing)]).toEqual([
      ['43', '43'],
      ['43', '43'],
    ])
  })

  test('another database at the same block has shares of its own', async () => {
    const other = await open()
    try {
      await makeSample(other)
      await other.exec(setStake('44'))
      for (let time = 0; time < 3; time += 1) {
        expect(await virtualStakes()).not.toContain('44')
        expect(await virtualStakes(other)).toEqual(['44', '44'])
      }
    } finally {
      await other.close()
    }
  })

  test('two requests in flight unpack a market once, and the first may leave', async () => {
    const { db: own, unpacked } = counted(db)
    const request = async (signal: AbortSignal) =>
      liquidityProviders(
        { ...contextOf(own), signal },
        { pagination: undefined, partyId: party.boris, marketId: market.btc },
      )
    const stays = new AbortController().signal
    await request(stays)
    const before = unpacked()
    const first = new AbortController()
    const left = request(first.signal)
    const others = [request(stays), request(stays)]
    first.abort()
    await expect(left).rejects.toThrow()
    expect(await Promise.all(others)).toEqual([await request(stays), await request(stays)])
    expect(unpacked() - before).toBe(1)
  })
})
