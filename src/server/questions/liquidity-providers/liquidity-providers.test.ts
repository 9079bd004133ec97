import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listLiquidityProviders } from '../../../wire/liquidity-providers.ts'
import type { WritableDb } from '../../database/db.ts'
import { ask, query, errorOf } from '../../../../tests/server/support/ask.ts'
import { databases } from '../../../../tests/server/support/databases.ts'
import { market, party, unknown } from '../../../../tests/server/support/ids.ts'
import { readsOf, recorded } from '../../../../tests/server/support/plans.ts'
import { makeSample } from '../../../../tests/server/support/sample.ts'
import { liquidityProviders } from './liquidity-providers.ts'

describe.each(databases)('on $name', ({ open }) => {
  let db: WritableDb
  beforeAll(async () => {
    db = await open()
    await makeSample(db)
  })
  afterAll(() => db.close())
  const list = async (given: Parameters<typeof query>[0]) =>
    (await ask(db, listLiquidityProviders, liquidityProviders, query(given))).reply.liquidityProviders
  const nodes = async (given: Parameters<typeof query>[0]) => (await list(given)).edges.map(({ node }) => node)

  const emptySla = {
    currentEpochFractionOfTimeOnBook: '',
    lastEpochFractionOfTimeOnBook: '',
    lastEpochFeePenalty: '',
    lastEpochBondPenalty: '',
    hysteresisPeriodFeePenalties: [],
    requiredLiquidity: '',
    notionalVolumeBuys: '',
    notionalVolumeSells: '',
  }
  const emptyShare = { equityLikeShare: '', averageEntryValuation: '', averageScore: '', virtualStake: '' }

  test('one record for each fee share with a live provision; what was never set is empty text', async () => {
    expect(await nodes({ marketId: market.btc })).toEqual([
      { partyId: party.carol, marketId: market.btc, feeShare: { party: party.carol, ...emptyShare }, sla: null },
      {
        partyId: party.boris,
        marketId: market.btc,
        feeShare: {
          party: party.boris,
          equityLikeShare: '0.3',
          averageEntryValuation: '1',
          averageScore: '1',
          virtualStake: '1.5',
        },
        sla: {
          party: party.boris,
          ...emptySla,
          currentEpochFractionOfTimeOnBook: '0.95',
          hysteresisPeriodFeePenalties: ['0', '0.25'],
          requiredLiquidity: '2000',
        },
      },
      {
        partyId: party.anna,
        marketId: market.btc,
        feeShare: { party: party.anna, ...emptyShare, equityLikeShare: '0.5', averageScore: '0.1' },
        sla: { party: party.anna, ...emptySla },
      },
    ])
  })

  test('the service level is that of the same market, not of another one', async () => {
    const required = (await nodes({ partyId: party.boris })).map(({ marketId, sla }) => [
      marketId,
      sla?.requiredLiquidity,
    ])
    expect(required).toEqual([
      [market.aur, '77'],
      [market.btc, '2000'],
    ])
  })

  test('the service level is there on the smallest page', async () => {
    const page = { marketId: market.btc, 'pagination.first': 1 }
    const [first] = (await list(page)).edges
    const [second] = (await list({ ...page, 'pagination.after': first?.cursor })).edges
    expect(second?.node.sla?.requiredLiquidity).toBe('2000')
  })

  test('a cursor leads to the next page instead of a failure', async () => {
    const seen: string[] = []
    let after: string | undefined
    for (;;) {
      const { edges, pageInfo } = await list({
        partyId: party.boris,
        'pagination.first': 1,
        'pagination.after': after,
      })
      seen.push(...edges.map(({ node }) => node.marketId))
      expect(Buffer.from(edges[0]?.cursor ?? '', 'base64').toString()).toMatch(
        /^\{"marketId":"[0-9a-f]{64}","partyId":"[0-9a-f]{64}","ordinality":\d+\}$/,
      )
      if (!pageInfo.hasNextPage) break
      after = pageInfo.endCursor
    }
    expect(seen).toEqual([market.aur, market.btc])
  })

  test('filters are ANDed; what is given but empty, or unknown, or has no data matches nothing', async () => {
    expect(await nodes({ marketId: market.btc, partyId: party.anna.toUpperCase() })).toHaveLength(1)
    for (const marketId of ['', unknown, market.ice, market.sen, 'network'])
      expect(await nodes({ marketId })).toEqual([])
    for (const partyId of ['', party.dora, party.emil, 'network']) expect(await nodes({ partyId })).toEqual([])
  })

  test('refusals, in the order of the network', async () => {
    const message = 'failed to get liquidity providers'
    const missing = [3, 10_015, 'malformed request', 'marketId or partyId or both must be provided']
    expect(await errorOf(list({ 'pagination.first': 0 }))).toEqual(missing)
    expect((await errorOf(list({ marketId: 'xyz', 'pagination.first': 0 })))[1]).toBe(10_028)
    const decoding = "decoding 'xyz': not a valid hex id (or well known exception)"
    expect(await errorOf(list({ marketId: 'xyz' }))).toEqual([3, 10_000, message, `marketID: xyz: ${decoding}`])
    expect(await errorOf(list({ partyId: 'xyz' }))).toEqual([3, 10_000, message, `marketID: : ${decoding}`])
    const after = Buffer.from('foo').toString('base64')
    const refusal = await errorOf(list({ marketId: market.btc, 'pagination.after': after }))
    expect(refusal.slice(0, 3)).toEqual([3, 10_000, message])
  })

  test('of two service levels of a party the first counts, and a page costs its length, not the square of it', async () => {
    const crowd = await open()
    try {
      await crowd.exec(`
        insert into current_market_data
        select sha256(m::text::bytea), now(), (select jsonb_agg(jsonb_build_object('party', encode(sha256(p::text::bytea), 'hex')))
            from generate_series(1, 200) p),
          (select jsonb_agg(jsonb_build_object('party', encode(sha256((p % 200)::text::bytea), 'hex'), 'required_liquidity', p::text))
            from generate_series(1, 400) p)
        from generate_series(1, 20) m;
        insert into live_liquidity_provisions (id, party_id, created_at, updated_at, market_id, status, vega_time)
        select sha256((m || '.' || p)::bytea), sha256(p::text::bytea), now(), now(), sha256(m::text::bytea), 'STATUS_ACTIVE', now()
        from generate_series(1, 20) m, generate_series(1, 200) p where m = 1 or p = 7;`)
      const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
      const [marketId, partyId] = [sha256('1'), sha256('7')]
      const { db: own, statements } = recorded(crowd)
      const read = async (given: Parameters<typeof query>[0]) => {
        statements.length = 0
        const { reply } = await ask(own, listLiquidityProviders, liquidityProviders, query(given))
        const [statement] = statements
        if (!statement) throw new Error('nothing was read')
        const reads = await readsOf(crowd, statement)
        const rows = (name: string): number => reads.get(name)?.rows ?? 0
        const plan = await crowd.rows(`explain (verbose, costs off) ${statement.sql}`, statement.params)
        const searches = plan.join('\n').split('jsonb_path_query_first(m.liquidity_provider_sla').length - 1
        const edges = reply.liquidityProviders.edges
        return { edges, searches, elements: rows('jsonb_array_elements'), dropped: rows('joins') }
      }
      const ofMarket = await read({ marketId })
      expect(ofMarket.edges).toHaveLength(200)
      expect(ofMarket.edges.find(({ node }) => node.partyId === partyId)?.node.sla?.requiredLiquidity).toBe('7')
      expect(ofMarket.elements).toBeLessThanOrEqual(600)
      expect(ofMarket.dropped).toBeLessThanOrEqual(600)
      const ofParty = await read({ partyId })
      expect(ofParty.edges).toHaveLength(20)
      expect(new Set(ofParty.edges.map(({ node }) => node.sla?.requiredLiquidity))).toEqual(new Set(['7']))
      // Service levels of one party are found in the array, which is not unpacked, and once, not for each member.
      expect(ofParty.searches).toBeLessThan(4)
      expect(ofParty.elements).toBeLessThanOrEqual(20 * 200)
      expect((await read({ marketId, partyId })).elements).toBeLessThanOrEqual(200)
    } finally {
      await crowd.close()
    }
  })
})
