import { Network } from '../../e2e/network.ts'
import { candleIdOf, listCandles } from '../../src/wire/candles.ts'
import { exportLedgerEntries } from '../../src/wire/ledger-export.ts'
import { listLiquidityProviders } from '../../src/wire/liquidity-providers.ts'
import { listMarginModes } from '../../src/wire/margin-modes.ts'
import { allOperations } from '../../src/wire/operations.ts'
import { formatUrl } from '../../src/wire/protocol/url.ts'
import { download } from './download.ts'

export interface Target {
  name: string
  path: string
}

export interface Targets {
  reads: Target[]
  file: Target
  /** Of one minute, of the busiest market. */
  candleId: string
}

/** A request of each operation that replies with JSON; `samples` has values of what operations require, by name. */
export const operationTargets = (samples: Readonly<Record<string, string>>): Target[] =>
  allOperations
    .filter(({ media, stream }) => media === undefined && stream === undefined)
    .map((op) => {
      const names = [...(op.required ?? []), ...[...op.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)]
      // This operation needs a market or a party, though it requires neither.
      if (op.name === listLiquidityProviders.name) names.push('marketId')
      return {
        name: op.name,
        path: formatUrl(op, Object.fromEntries(names.map((name) => [name, samples[name] ?? '']))),
      }
    })

/** The first id with the largest weight. */
async function heaviest(ids: readonly string[], weigh: (id: string) => Promise<number>): Promise<string> {
  let [best = '', max] = [ids[0], -1]
  for (const id of ids) {
    const weight = await weigh(id)
    if (weight > max) [best, max] = [id, weight]
  }
  return best
}

/** Chooses requests by what the service holds: its busiest market and parties. */
export async function chooseTargets(base: string): Promise<Targets> {
  const network = new Network(base)
  const parties = (await network.parties()).filter((id) => id !== 'network').slice(0, 100)
  const fileOf = (partyId: string): string => formatUrl(exportLedgerEntries, { partyId })
  const markets = (await network.markets()).map(({ id }) => id)
  const marketId = await heaviest(markets, async (id) => {
    const candles = await network.candles(id, '1 minute', 1000)
    return candles.filter(({ volume }) => volume !== '0').length
  })
  const referee = await heaviest(parties, async (id) => (await network.stays(id)).length)
  const exporter = await heaviest(parties, async (id) => (await download(base + fileOf(id))).bytes)
  const [asset] = await network.assets()
  const candleId = candleIdOf('1 minute', marketId)
  const samples = { marketId, partyId: parties[0] ?? '', assetId: asset?.id ?? '', referee, candleId }
  return {
    candleId,
    reads: [
      ...operationTargets(samples),
      { name: 'margin modes, 50', path: formatUrl(listMarginModes, { pagination: { first: 50 } }) },
      { name: 'margin modes of a market', path: formatUrl(listMarginModes, { marketId }) },
      { name: 'candles, newest 100', path: formatUrl(listCandles, { candleId, pagination: { first: 100 } }) },
    ],
    file: { name: 'ledger export', path: fileOf(exporter) },
  }
}
