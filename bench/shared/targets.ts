import * as v from 'valibot'
import { listCandleIntervals, listCandles } from '../../src/wire/candles.ts'
import { exportLedgerEntries } from '../../src/wire/ledger-export.ts'
import { listLiquidityProviders } from '../../src/wire/liquidity-providers.ts'
import { listMarginModes } from '../../src/wire/margin-modes.ts'
import { listAssets, listMarkets, listParties } from '../../src/wire/network.ts'
import type { AnyOperation, RequestParams, Reply } from '../../src/wire/protocol/operation.ts'
import { allOperations } from '../../src/wire/operations.ts'
import { listRefereeHistory } from '../../src/wire/referee-history.ts'
import { formatUrl } from '../../src/wire/protocol/url.ts'

export interface Target {
  name: string
  path: string
}

export interface Targets {
  reads: Target[]
  file: Target
}

const partiesWeighed = 100

/** Chooses requests by what the service holds: its busiest market and parties. */
export async function chooseTargets(base: string): Promise<Targets> {
  async function read<Op extends AnyOperation>(op: Op, params: RequestParams<Op>): Promise<Reply<Op> | undefined> {
    const response = await fetch(base + formatUrl(op, params))
    if (!response.ok) return undefined
    return v.parse(op.reply, await response.json()) as Reply<Op>
  }
  /** The first id with the largest weight. */
  async function heaviest(ids: string[], weigh: (id: string) => Promise<number>): Promise<string> {
    let best = ids[0] ?? ''
    let max = -1
    for (const id of ids) {
      const weight = await weigh(id)
      if (weight > max) [best, max] = [id, weight]
    }
    return best
  }

  const markets = (await read(listMarkets, {}))?.markets.edges.map(({ node }) => node.id) ?? []
  const found = (await read(listParties, { pagination: { first: partiesWeighed } }))?.parties.edges ?? []
  const parties = found.map(({ node }) => node.id).filter((id) => id !== 'network')
  const interval = async (marketId: string): Promise<string> =>
    (await read(listCandleIntervals, { marketId }))?.intervalToCandleId.find((one) => one.interval === '1 minute')
      ?.candleId ?? ''
  const market = await heaviest(markets, async (marketId) => {
    const page = await read(listCandles, { candleId: await interval(marketId), pagination: { first: 1000 } })
    return page?.candles.edges.filter(({ node }) => node.volume !== '0').length ?? 0
  })
  const provided = await heaviest(
    markets,
    async (marketId) => (await read(listLiquidityProviders, { marketId }))?.liquidityProviders.edges.length ?? 0,
  )
  const referee = await heaviest(
    parties,
    async (id) => (await read(listRefereeHistory, { referee: id }))?.teamRefereeHistory.edges.length ?? 0,
  )
  const exporter = await heaviest(parties, async (partyId) => {
    const response = await fetch(base + formatUrl(exportLedgerEntries, { partyId }))
    return response.ok ? (await response.arrayBuffer()).byteLength : 0
  })
  const asset = (await read(listAssets, {}))?.assets.edges[0]?.node.id ?? ''

  const target = <Op extends AnyOperation>(name: string, op: Op, params: RequestParams<Op>): Target => ({
    name,
    path: formatUrl(op, params),
  })
  /** Values of required parameters, by name. */
  const samples: Readonly<Record<string, string>> = {
    marketId: market,
    partyId: parties[0] ?? '',
    assetId: asset,
    referee,
    candleId: await interval(market),
  }
  /** This operation needs a market or a party, though it requires neither. */
  const chosen: Readonly<Record<string, object>> = { [listLiquidityProviders.name]: { marketId: provided } }
  const reads = allOperations.filter(({ media, stream }) => media === undefined && stream === undefined)
  return {
    reads: [
      ...reads.map((op) => target(op.name, op, { ...sampled(op, samples), ...chosen[op.name] })),
      target('margin modes, 50', listMarginModes, { pagination: { first: 50 } }),
      target('margin modes of a market', listMarginModes, { marketId: market }),
      target('candles, newest 100', listCandles, { candleId: samples['candleId'], pagination: { first: 100 } }),
    ],
    file: target('ledger export', exportLedgerEntries, { partyId: exporter }),
  }
}

/** The required parameters of an operation. */
const sampled = ({ path, required = [] }: AnyOperation, samples: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    [...required, ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)].map((name) => [
      name,
      samples[name] ?? '',
    ]),
  )
