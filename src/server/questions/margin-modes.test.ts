import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMarginModes } from '../../wire/margin-modes.ts'
import type { WritableDb } from '../database/db.ts'
import { ask, query, errorOf } from '../../../tests/server/support/ask.ts'
import { databases } from '../../../tests/server/support/databases.ts'
import { market, party, unknown } from '../../../tests/server/support/ids.ts'
import { makeSample } from '../../../tests/server/support/sample.ts'
import { marginModes } from './margin-modes.ts'

describe.each(databases)('on $name', ({ open }) => {
  let db: WritableDb
  beforeAll(async () => {
    db = await open()
    await makeSample(db)
  })
  afterAll(() => db.close())
  const list = async (given: Parameters<typeof query>[0] = {}) =>
    (await ask(db, listMarginModes, marginModes, query(given))).reply.partyMarginModes
  const nodes = async (given: Parameters<typeof query>[0] = {}) => (await list(given)).edges.map(({ node }) => node)

  test('every party and market once, highest ids first; what is not recorded is absent, never 0', async () => {
    const { raw } = await ask(db, listMarginModes, marginModes)
    const mode = (marketId: string, partyId: string, marginMode: string | number, atEpoch: string, more = {}) => ({
      marketId,
      partyId,
      marginMode,
      atEpoch,
      ...more,
    })
    expect(raw).toMatchObject({
      partyMarginModes: {
        edges: [
          mode(market.aur, party.dora, 7, '4'),
          mode(market.aur, party.anna, 'MARGIN_MODE_ISOLATED_MARGIN', '9', { marginFactor: '1' }),
          mode(market.doge, party.anna, 'MARGIN_MODE_UNSPECIFIED', '0'),
          mode(market.btc, party.carol, 'MARGIN_MODE_ISOLATED_MARGIN', '3', { marginFactor: '0.0000000000000001' }),
          mode(market.btc, party.boris, 'MARGIN_MODE_CROSS_MARGIN', '10'),
          mode(market.btc, party.anna, 'MARGIN_MODE_ISOLATED_MARGIN', '12', {
            marginFactor: '0.5',
            maxTheoreticalLeverage: '2.25',
          }),
        ].map((node) => ({ node })),
        pageInfo: { hasNextPage: false, hasPreviousPage: false },
      },
    })
    const cross = (await nodes({ partyId: party.boris }))[0] ?? {}
    expect(Object.keys(cross)).toEqual(['marketId', 'partyId', 'marginMode', 'atEpoch'])
  })

  test('ascending ids on request', async () => {
    const descending = await nodes()
    expect(await nodes({ 'pagination.newestFirst': false })).toEqual(descending.reverse())
  })

  test('filters are ANDed, ids in either case, unknown and empty ids match nothing', async () => {
    expect(await nodes({ marketId: market.btc })).toHaveLength(3)
    expect(await nodes({ marketId: market.btc.toUpperCase(), partyId: party.anna.toUpperCase() })).toHaveLength(1)
    for (const marketId of [unknown, '', 'abcd', 'network']) expect(await nodes({ marketId })).toEqual([])
    expect((await list({ marketId: unknown })).pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: '',
      endCursor: '',
    })
  })

  test('refusals', async () => {
    const message = 'failed to list parties margin modes'
    const inner = "scany: query multiple result rows: decoding 'xyz': not a valid hex id (or well known exception)"
    expect(await errorOf(list({ marketId: 'xyz' }))).toEqual([3, 10_000, message, inner])
    expect(await errorOf(list({ partyId: 'xyz' }))).toEqual([3, 10_000, message, inner])
    const first = await errorOf(list({ marketId: 'xyz', 'pagination.first': 0 }))
    expect(first).toEqual([3, 10_028, 'invalid pagination', 'pagination limit must be in range 0-5000'])
  })

  test('a malformed cursor does not read as a failure of the service', async () => {
    for (const inside of ['foo', '[]', '{"MarketID":"xyz","PartyID":"ab"}', '{"MarketID":1}']) {
      const after = Buffer.from(inside).toString('base64')
      const refusal = await errorOf(list({ 'pagination.after': after }))
      expect(refusal.slice(0, 3)).toEqual([3, 10_000, 'failed to list parties margin modes'])
    }
  })

  test('a statement that the database refuses is reported as the service’s error, with its cause', async () => {
    const broken = await open()
    await broken.exec('drop table party_margin_modes')
    expect(await errorOf(ask(broken, listMarginModes, marginModes))).toEqual([
      13,
      10_000,
      'failed to list parties margin modes',
      'ERROR: relation "party_margin_modes" does not exist (SQLSTATE 42P01)',
    ])
    await broken.close()
  })
})
