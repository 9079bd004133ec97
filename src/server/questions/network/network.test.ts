import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getAsset,
  getEpoch,
  getInfo,
  getMarket,
  getParty,
  getVegaTime,
  listAssets,
  listMarkets,
  listParties,
} from '../../../wire/network.ts'
import type { WritableDb } from '../../database/db.ts'
import { ask, query, errorOf } from '../../../../tests/server/support/ask.ts'
import { databases } from '../../../../tests/server/support/databases.ts'
import {
  asset as assetId,
  market as marketId,
  party as partyId,
  unknown,
} from '../../../../tests/server/support/ids.ts'
import { makeSample } from '../../../../tests/server/support/sample.ts'
import * as handlers from './network.ts'

type Given = Parameters<typeof query>[0]
type Tree = Readonly<Record<string, unknown>>

describe.each(databases)('on $name', ({ open }) => {
  let db: WritableDb
  beforeAll(async () => {
    db = await open()
    await makeSample(db)
  })
  afterAll(() => db.close())

  describe('markets', () => {
    const ids = async (given: Given = {}) =>
      (await ask(db, listMarkets, handlers.listMarkets, query(given))).reply.markets.edges.map(({ node }) => node.id)
    const one = async (id: string): Promise<Tree> =>
      ((await ask(db, getMarket, handlers.getMarket, '', { marketId: id })).raw as { market: Tree }).market
    const instrument = async (id: string) => (await one(id))['tradableInstrument'] as { instrument: Tree } & Tree

    test('last updated first, ties by id, the rejected one never', async () => {
      const { ice, aur, doge, btc, sen } = marketId
      expect(await ids()).toEqual([ice, aur, doge, btc, sen])
      expect(await ids({ includeSettled: false, 'pagination.newestFirst': false })).toEqual([sen, btc, aur, ice])
      const first = (await ask(db, listMarkets, handlers.listMarkets, 'pagination.first=2')).reply.markets.pageInfo
        .endCursor
      expect(await ids({ 'pagination.first': 2, 'pagination.after': first })).toEqual([doge, btc])
    })

    test('members stand in the order of the message; zeros are said, optional ones absent, 64 bits are text', async () => {
      const btc = await one(marketId.btc)
      expect(btc).toMatchObject({
        decimalPlaces: '1',
        fees: { liquidityFeeSettings: { method: 'METHOD_CONSTANT', feeConstant: '0.0003' } },
        openingAuction: { duration: '300', volume: '0' },
        priceMonitoringSettings: {
          parameters: { triggers: [{ horizon: '3600', probability: '0.9999', auctionExtension: '120' }] },
        },
        liquidityMonitoringParameters: {
          targetStakeParameters: { timeWindow: '3600', scalingFactor: 0.05 },
          triggeringRatio: '',
          auctionExtension: '0',
        },
        marketTimestamps: {
          proposed: '1708387200000000001',
          pending: '1708388017488593003',
          open: '1708391174630319007',
          close: '0',
        },
        positionDecimalPlaces: '4',
        lpPriceRange: '',
        linearSlippageFactor: '0.001',
        liquiditySlaParams: { priceRange: '0.05', commitmentMinTimeFraction: '', performanceHysteresisEpochs: '7' },
        liquidationStrategy: null,
        tickSize: '5',
        enableTransactionReordering: false,
      })
      expect(Object.keys(btc)).toEqual([
        'id',
        'tradableInstrument',
        'decimalPlaces',
        'fees',
        'openingAuction',
        'priceMonitoringSettings',
        'liquidityMonitoringParameters',
        'tradingMode',
        'state',
        'marketTimestamps',
        'positionDecimalPlaces',
        'lpPriceRange',
        'linearSlippageFactor',
        'quadraticSlippageFactor',
        'liquiditySlaParams',
        'liquidationStrategy',
        'markPriceConfiguration',
        'tickSize',
        'enableTransactionReordering',
      ])
    })

    test('a perpetual, with its data sources and its own price composition', async () => {
      const { instrument: btc, ...rest } = await instrument(marketId.btc)
      expect(btc).toMatchObject({ id: '', code: 'BTC/USD-PERP', metadata: { tags: ['base:BTC'] } })
      expect(Object.keys(btc)).toEqual(['id', 'code', 'name', 'metadata', 'perpetual'])
      expect(btc['perpetual']).toMatchObject({
        settlementAsset: assetId.usd,
        interestRate: '',
        fundingRateScalingFactor: '1.5',
        dataSourceSpecForSettlementSchedule: {
          updatedAt: '0',
          data: {
            internal: { timeTrigger: { conditions: [], triggers: [{ every: '300' }, { initial: '5', every: '7' }] } },
          },
        },
        dataSourceSpecForSettlementData: {
          data: {
            external: {
              oracle: {
                signers: [{ pubKey: { key: 'f0' } }, { ethAddress: { address: '0x73' } }],
                filters: [
                  {
                    key: { numberDecimalPlaces: '18' },
                    conditions: [{ operator: 'OPERATOR_GREATER_THAN', value: '0' }],
                  },
                  { key: { name: 'unit', type: 'TYPE_UNSPECIFIED' }, conditions: [] },
                ],
              },
            },
          },
        },
        internalCompositePriceConfig: {
          decayWeight: '',
          decayPower: '0',
          cashAmount: '7',
          sourceWeights: [],
          compositePriceType: 'COMPOSITE_PRICE_TYPE_MEDIAN',
        },
      })
      expect(btc['perpetual']).not.toHaveProperty('fundingRateLowerBound')
      expect(rest).toEqual({
        marginCalculator: { scalingFactors: { searchLevel: 1.1, initialMargin: 1.5, collateralRelease: 0 } },
        logNormalRiskModel: { riskAversionParameter: 0.000001, tau: 0.0000071, params: { mu: 0, r: 0, sigma: 1.5 } },
      })
    })

    test('futures with a cap, an Ethereum data source and a simple risk model', async () => {
      const { instrument: aur } = await instrument(marketId.aur)
      expect(aur).toMatchObject({
        metadata: { tags: [] },
        future: {
          cap: { maxPrice: '100', fullyCollateralised: true },
          dataSourceSpecForSettlementData: {
            data: {
              external: {
                ethOracle: {
                  abi: '[{"name":"latest","n":12345678901234567890}]',
                  args: [{ n: 1 }, 'x'],
                  trigger: { timeTrigger: { every: '30' } },
                  filters: [],
                  requiredConfirmations: '64',
                },
              },
            },
          },
        },
      })
      const { instrument: doge, ...rest } = await instrument(marketId.doge)
      expect(doge['future']).not.toHaveProperty('cap')
      expect(rest['simpleRiskModel']).toEqual({
        params: { factorLong: 0.15, factorShort: 0, maxMoveUp: 0, minMoveDown: 0, probabilityOfTrading: 0.1 },
      })
      expect(rest).not.toHaveProperty('logNormalRiskModel')
      expect((await one(marketId.doge))['fees']).toMatchObject({
        liquidityFeeSettings: { method: 'METHOD_MARGINAL_COST' },
      })
    })

    test('a spot market has neither metadata nor slippage nor parent', async () => {
      const sen = await one(marketId.sen)
      expect((await instrument(marketId.sen)).instrument).toEqual({
        id: '',
        code: 'SEN/YUM',
        name: 'Senar spot',
        metadata: null,
        spot: { baseAsset: assetId.vega, quoteAsset: assetId.points },
      })
      expect(sen).toMatchObject({ linearSlippageFactor: '', quadraticSlippageFactor: '', decimalPlaces: '0' })
      expect(sen).not.toHaveProperty('parentMarketId')
    })

    test('a succession shows on both markets once it is one', async () => {
      expect(await one(marketId.doge)).toMatchObject({ successorMarketId: marketId.aur, positionDecimalPlaces: '-1' })
      const aur = await one(marketId.aur)
      expect(aur).toMatchObject({ parentMarketId: marketId.doge, insurancePoolFraction: '0.75' })
      // The pending market is not its successor yet.
      expect(aur).not.toHaveProperty('successorMarketId')
      expect(aur['liquidationStrategy']).toMatchObject({ disposalTimeStep: '10', fullDisposalSize: '20' })
      expect(aur['priceMonitoringSettings']).toEqual({ parameters: { triggers: [] } })
    })

    test('a rejected market is found by its id', async () => {
      expect(await one(marketId.rejected)).toMatchObject({ state: 'STATE_REJECTED' })
    })

    test('refusals', async () => {
      const request = (id: string) => errorOf(ask(db, getMarket, handlers.getMarket, '', { marketId: id }))
      expect(await request('')).toEqual([3, 10_003, 'empty or missing market ID', ''])
      expect(await request('abc')).toEqual([3, 10_000, 'invalid market ID', ''])
      const absent = 'no resource corresponding to this id'
      expect(await request(unknown)).toEqual([5, 30_002, 'failed to get market for ID', absent])
      const after = Buffer.from('foo').toString('base64')
      expect(
        (await errorOf(ask(db, listMarkets, handlers.listMarkets, query({ 'pagination.after': after })))).slice(0, 2),
      ).toEqual([3, 30_005])
    })
  })

  describe('assets', () => {
    const request = async (given: Given = {}) =>
      ((await ask(db, listAssets, handlers.listAssets, query(given))).raw as { assets: { edges: { node: Tree }[] } })
        .assets

    test('each in its last version, highest id first, with its source', async () => {
      const details = (await request()).edges.map(({ node }) => node['details'])
      expect(details).toEqual([
        {
          name: 'Points',
          symbol: 'POIN',
          decimals: '18',
          quantum: '1000000',
          builtinAsset: { maxFaucetAmountMint: '500000000' },
        },
        {
          name: 'Vega',
          symbol: 'VEGA',
          decimals: '18',
          quantum: '1000000',
          erc20: {
            contractAddress: '0xa6',
            lifetimeLimit: '100000000000000000000000',
            withdrawThreshold: '1',
            chainId: '11155111',
          },
        },
        expect.objectContaining({
          name: 'Dollar "<&>"',
          erc20: expect.objectContaining({ lifetimeLimit: '50000000000' }),
        }),
      ])
    })

    test('one by id, in a list or alone', async () => {
      const [edge] = (await request({ assetId: assetId.vega })).edges
      const { raw } = await ask(db, getAsset, handlers.getAsset, '', { assetId: assetId.vega })
      expect(raw).toEqual({ asset: edge?.node })
      expect((await request({ assetId: '' })).edges).toHaveLength(3)
    })

    test('bad pagination is the caller’s fault, not the service’s', async () => {
      expect((await errorOf(request({ 'pagination.first': 0 }))).slice(0, 3)).toEqual([3, 10_028, 'invalid pagination'])
    })

    test('refusals', async () => {
      const one = (id: string) => errorOf(ask(db, getAsset, handlers.getAsset, '', { assetId: id }))
      const absent = 'no resource corresponding to this id'
      const message = 'failed to get asset for ID'
      expect(await one('')).toEqual([3, 10_017, 'missing asset ID', ''])
      expect(await one('abc')).toEqual([3, 10_038, 'invalid asset ID', ''])
      expect(await one('VOTE')).toEqual([5, 200_002, message, absent])
      expect(await one(unknown)).toEqual([5, 200_002, message, absent])
      const inner = `failed to get asset by ID: ${unknown}: ${absent}`
      expect(await errorOf(request({ assetId: unknown }))).toEqual([5, 200_002, message, inner])
      expect((await errorOf(request({ assetId: 'xyz' }))).slice(0, 3)).toEqual([3, 200_002, message])
    })
  })

  describe('parties', () => {
    const request = async (given: Given = {}) =>
      (await ask(db, listParties, handlers.listParties, query(given))).reply.parties
    const ids = async (given: Given = {}) => (await request(given)).edges.map(({ node }) => node.id)
    const newestFirst = ['network', partyId.emil, partyId.dora, partyId.carol, partyId.boris, partyId.anna]

    test('the party without a time first, then the newest, ties by id', async () => {
      expect(await ids()).toEqual(newestFirst)
      expect(await ids({ 'pagination.newestFirst': false })).toEqual([...newestFirst].reverse())
      const [first] = (await request()).edges
      expect(Buffer.from(first?.cursor ?? '', 'base64').toString()).toBe(
        '{"ID":"network","TxHash":"01","VegaTime":null}',
      )
    })

    test('the cursor of the party without a time leads on instead of ending the list', async () => {
      const { pageInfo } = await request({ 'pagination.first': 1 })
      expect(await ids({ 'pagination.first': 2, 'pagination.after': pageInfo.endCursor })).toEqual(
        newestFirst.slice(1, 3),
      )
    })

    test('one by id, in a list or alone; alias and metadata are always empty', async () => {
      expect(await ids({ partyId: 'network' })).toEqual(['network'])
      expect(await ids({ partyId: '' })).toHaveLength(6)
      const { raw } = await ask(db, getParty, handlers.getParty, '', { partyId: 'network' })
      expect(raw).toEqual({ party: { id: 'network', alias: '', metadata: [] } })
    })

    test('refusals', async () => {
      const one = (id: string) => errorOf(ask(db, getParty, handlers.getParty, '', { partyId: id }))
      expect(await one('')).toEqual([3, 10_014, 'missing party id', ''])
      expect(await one('abc')).toEqual([3, 10_000, 'invalid party id', ''])
      expect((await one(unknown)).slice(0, 3)).toEqual([5, 50_002, 'failed to get party for ID'])
      expect((await errorOf(request({ partyId: 'xyz' }))).slice(0, 3)).toEqual([3, 50_001, 'failed to get parties'])
    })

    test('an unknown key is not an empty list, which would read as a party without data', async () => {
      expect(await errorOf(request({ partyId: unknown }))).toEqual([
        5,
        50_001,
        'failed to get parties',
        'no resource corresponding to this id',
      ])
    })

    test('a cursor does not hide the party that is named', async () => {
      const [first] = (await request()).edges
      expect(await ids({ partyId: 'network', 'pagination.after': first?.cursor ?? '' })).toEqual(['network'])
    })
  })

  describe('epochs and time', () => {
    const request = async (given: Given = {}) => (await ask(db, getEpoch, handlers.getEpoch, query(given))).reply.epoch

    test('the running one, one by number, the one that holds a block', async () => {
      expect(await request()).toMatchObject({
        seq: '2',
        timestamps: { startTime: '1708560001000000000', endTime: '0', firstBlock: '1308', lastBlock: '0' },
        validators: [],
        delegations: [],
      })
      expect(await request({ id: '1', block: '2' })).toMatchObject({
        seq: '1',
        timestamps: { endTime: '1708560001000000000', firstBlock: '564', lastBlock: '1308' },
      })
      const seqs = await Promise.all(['1', '563', '564', '1307', '1308', '99999'].map((block) => request({ block })))
      expect(seqs.map(({ seq }) => seq)).toEqual(['0', '0', '1', '1', '2', '2'])
      expect(await request({ id: '0', block: '0' })).toMatchObject({ seq: '2' })
    })

    test('an unknown number, however large, is not found', async () => {
      for (const id of ['99', '18446744073709551615']) {
        const absent = 'no resource corresponding to this id'
        expect(await errorOf(request({ id }))).toEqual([5, 250_001, 'failed to get epoch', absent])
      }
    })

    test('the time of the last block and the version of the interface', async () => {
      expect((await ask(db, getVegaTime, handlers.getVegaTime)).reply).toEqual({ timestamp: '1708578000250000000' })
      expect((await ask(db, getInfo, handlers.getInfo)).reply).toMatchObject({ version: 'v0.77.5' })
      const fresh = await open()
      expect((await errorOf(ask(fresh, getVegaTime, handlers.getVegaTime))).slice(0, 2)).toEqual([5, 360_001])
      expect((await errorOf(ask(fresh, getEpoch, handlers.getEpoch))).slice(0, 2)).toEqual([5, 250_001])
      await fresh.close()
    })
  })
})
