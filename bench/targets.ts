import * as v from 'valibot'
import { listCandleIntervals, listCandles } from '../src/wire/candles.ts'
import { exportLedgerEntries } from '../src/wire/ledger-export.ts'
import { listLiquidityProviders } from '../src/wire/liquidity-providers.ts'
import { listMarginModes } from '../src/wire/margin-modes.ts'
import {
  getAsset,
  getBlockHeight,
  getEpoch,
  getInfo,
  getMarket,
  getParty,
  getStatistics,
  getTime,
  getVegaTime,
  listAssets,
  listMarkets,
  listParties,
} from '../src/wire/network.ts'
import type { AnyOperation, Asked, Reply } from '../src/wire/operation.ts'
import { listRefereeHistory } from '../src/wire/referee-history.ts'
import { getSpamStatistics } from '../src/wire/spam-statistics.ts'
import { formatUrl } from '../src/wire/url.ts'

export interface Target {
  name: string
  path: string
}

export interface Targets {
  reads: Target[]
  file: Target
}

const sampled = 100

/** Chooses what to ask for from what the service holds: its busiest market and parties. */
export async function chooseTargets(base: string): Promise<Targets> {
  async function ask<Op extends AnyOperation>(op: Op, params: Asked<Op>): Promise<Reply<Op> | undefined> {
    const response = await fetch(base + formatUrl(op, params))
    if (!response.ok) return undefined
    return v.parse(op.reply, await response.json()) as Reply<Op>
  }
  /** The first of the best, by what `weigh` says of each. */
  async function heaviest(ids: string[], weigh: (id: string) => Promise<number>): Promise<string> {
    let best = ids[0] ?? ''
    let most = -1
    for (const id of ids) {
      const weight = await weigh(id)
      if (weight > most) [best, most] = [id, weight]
    }
    return best
  }

  const markets = (await ask(listMarkets, {}))?.markets.edges.map(({ node }) => node.id) ?? []
  const found = (await ask(listParties, { pagination: { first: sampled } }))?.parties.edges ?? []
  const parties = found.map(({ node }) => node.id).filter((id) => id !== 'network')
  const interval = async (marketId: string): Promise<string> =>
    (await ask(listCandleIntervals, { marketId }))?.intervalToCandleId.find((one) => one.interval === '1 minute')
      ?.candleId ?? ''
  const market = await heaviest(markets, async (marketId) => {
    const page = await ask(listCandles, { candleId: await interval(marketId), pagination: { first: 1000 } })
    return page?.candles.edges.filter(({ node }) => node.volume !== '0').length ?? 0
  })
  const provided = await heaviest(
    markets,
    async (marketId) => (await ask(listLiquidityProviders, { marketId }))?.liquidityProviders.edges.length ?? 0,
  )
  const referee = await heaviest(
    parties,
    async (id) => (await ask(listRefereeHistory, { referee: id }))?.teamRefereeHistory.edges.length ?? 0,
  )
  const exporter = await heaviest(parties, async (partyId) => {
    const response = await fetch(base + formatUrl(exportLedgerEntries, { partyId }))
    return response.ok ? (await response.arrayBuffer()).byteLength : 0
  })
  const asset = (await ask(listAssets, {}))?.assets.edges[0]?.node.id ?? ''
  const candleId = await interval(market)
  const party = parties[0] ?? ''

  const target = <Op extends AnyOperation>(name: string, op: Op, params: Asked<Op>): Target => ({
    name,
    path: formatUrl(op, params),
  })
  return {
    reads: [
      target('margin modes, all', listMarginModes, {}),
      target('margin modes, 50', listMarginModes, { pagination: { first: 50 } }),
      target('margin modes of a market', listMarginModes, { marketId: market }),
      target('referee history', listRefereeHistory, { referee }),
      target('liquidity providers', listLiquidityProviders, { marketId: provided }),
      target('candles, newest 100', listCandles, { candleId, pagination: { first: 100 } }),
      target('candles, newest 1000', listCandles, { candleId, pagination: { first: 1000 } }),
      target('candle intervals', listCandleIntervals, { marketId: market }),
      target('spam statistics', getSpamStatistics, { partyId: party }),
      target('markets', listMarkets, {}),
      target('market', getMarket, { marketId: market }),
      target('assets', listAssets, {}),
      target('asset', getAsset, { assetId: asset }),
      target('parties', listParties, {}),
      target('party', getParty, { partyId: party }),
      target('epoch', getEpoch, {}),
      target('info', getInfo, {}),
      target('vega time', getVegaTime, {}),
      target('statistics', getStatistics, {}),
      target('time', getTime, {}),
      target('block height', getBlockHeight, {}),
    ],
    file: target('ledger export', exportLedgerEntries, { partyId: exporter }),
  }
}
