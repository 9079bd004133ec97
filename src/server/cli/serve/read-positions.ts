import * as v from 'valibot'
import { listLiquidityProviders } from '../../../wire/liquidity-providers.ts'
import { getAsset, getEpoch, getMarket, getVegaTime } from '../../../wire/network.ts'
import type { AnyOperation, Reply, RequestParams } from '../../../wire/protocol/operation.ts'
import { formatUrl } from '../../../wire/protocol/url.ts'
import { slaTermsOf, slaVerdict } from '../../../wire/sla/sla-verdict.ts'
import type { ReadPositions, SlaPosition } from '../../core/notify/sla-watch.ts'

/** Of an older block nothing is derived. */
const maxLagMs = 60_000
/** Markets and assets change seldom. */
const termsMs = 300_000

/**
 * Reads the positions of a party as the dashboard does: by the operations of the service itself, answered by `app` without a
 * network. `now` is in Unix milliseconds.
 */
export function positionsReader(
  app: { fetch: (request: Request) => Response | Promise<Response> },
  now: () => number,
): ReadPositions {
  const ask = async <Op extends AnyOperation>(op: Op, params: RequestParams<Op>): Promise<Reply<Op>> => {
    const response = await app.fetch(new Request(`http://lyra${formatUrl(op, params)}`))
    if (!response.ok) throw new Error(`${op.name} was answered with HTTP status ${response.status}.`)
    return v.parse(op.reply, await response.json()) as Reply<Op>
  }
  const readTerms = async (marketId: string) => {
    const { market } = await ask(getMarket, { marketId })
    const { minTimeOnBook, settlementAsset } = slaTermsOf(market)
    const details = settlementAsset === undefined ? undefined : await ask(getAsset, { assetId: settlementAsset })
    const { symbol, decimals } = details?.asset.details ?? {}
    const amounts = { symbol, decimals: decimals === undefined ? undefined : Number(decimals) }
    return { at: now(), code: market.tradableInstrument.instrument.code, minTimeOnBook, amounts }
  }
  const terms = new Map<string, Awaited<ReturnType<typeof readTerms>>>()
  const termsOf = async (marketId: string) => {
    const cached = terms.get(marketId)
    if (cached && Math.abs(now() - cached.at) < termsMs) return cached
    const read = await readTerms(marketId)
    terms.set(marketId, read)
    return read
  }

  return async (party) => {
    const { edges } = (await ask(listLiquidityProviders, { partyId: party })).liquidityProviders
    if (edges.length === 0) return []
    const [{ epoch }, { timestamp }] = await Promise.all([ask(getEpoch, {}), ask(getVegaTime, {})])
    if (now() - Number(BigInt(timestamp) / 1_000_000n) > maxLagMs) throw new Error('The newest block is too old.')
    const { startTime, expiryTime } = epoch.timestamps
    const at = { start: BigInt(startTime), end: BigInt(expiryTime), now: BigInt(now()) * 1_000_000n }
    const positions: SlaPosition[] = []
    for (const { node } of edges) {
      const { code, minTimeOnBook, amounts } = await termsOf(node.marketId)
      const verdict = slaVerdict(node.sla, minTimeOnBook, at)
      positions.push({ market: node.marketId, code, verdict, epoch: epoch.seq, amounts })
    }
    return positions
  }
}
