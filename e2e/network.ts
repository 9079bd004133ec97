import type { AnyOperation, RequestParams, Reply } from '../src/wire/protocol/operation.ts'
import { formatUrl } from '../src/wire/protocol/url.ts'
import { listCandles, candleIdOf, type Candle } from '../src/wire/candles.ts'
import { listLiquidityProviders, type LiquidityProvider } from '../src/wire/liquidity-providers.ts'
import { listMarginModes } from '../src/wire/margin-modes.ts'
import { listAssets, listMarkets, listParties, type Asset, type Market } from '../src/wire/network.ts'
import { listRefereeHistory } from '../src/wire/referee-history.ts'
import { parseJson } from '../src/wire/scalar.ts'
import { getSpamStatistics, type SpamStatistics } from '../src/wire/spam-statistics.ts'
import * as v from 'valibot'

/** Requests of the test itself to a service: the expected values for what pages show. */
export class Network {
  readonly url: string
  constructor(url: string) {
    this.url = url
  }

  async ask<Op extends AnyOperation>(operation: Op, params: RequestParams<Op>): Promise<Reply<Op>> {
    const reply = await fetch(this.url + formatUrl(operation, params))
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${operation.path} answered ${reply.status}: ${text}`)
    return v.parse(operation.reply, parseJson(text))
  }

  /** The node's clock in Unix milliseconds, from its `Date` header. */
  async time(): Promise<number> {
    return Date.parse((await fetch(`${this.url}/time`)).headers.get('date') ?? '')
  }

  async markets(): Promise<Market[]> {
    return (await this.ask(listMarkets, {})).markets.edges.map(({ node }) => node)
  }

  async assets(): Promise<Asset[]> {
    return (await this.ask(listAssets, {})).assets.edges.map(({ node }) => node)
  }

  async parties(): Promise<string[]> {
    return (await this.ask(listParties, {})).parties.edges.map(({ node }) => node.id)
  }

  marginModes(filter: RequestParams<typeof listMarginModes>) {
    return this.ask(listMarginModes, filter).then(({ partyMarginModes }) =>
      partyMarginModes.edges.map(({ node }) => node),
    )
  }

  async spam(partyId: string): Promise<SpamStatistics> {
    return (await this.ask(getSpamStatistics, { partyId })).statistics
  }

  async stays(referee: string) {
    return (await this.ask(listRefereeHistory, { referee })).teamRefereeHistory.edges.map(({ node }) => node)
  }

  async providers(filter: RequestParams<typeof listLiquidityProviders>): Promise<LiquidityProvider[]> {
    return (await this.ask(listLiquidityProviders, filter)).liquidityProviders.edges.map(({ node }) => node)
  }

  /** The newest candles of a market, newest first. */
  async candles(marketId: string, interval: string, first = 5): Promise<Candle[]> {
    const candleId = candleIdOf(interval, marketId)
    const { candles } = await this.ask(listCandles, { candleId, pagination: { first, newestFirst: true } })
    return candles.edges.map(({ node }) => node)
  }

  /** The first market for which something holds. */
  async marketWith(holds: (market: Market) => boolean | Promise<boolean>): Promise<Market> {
    return first('market', await this.markets(), holds)
  }

  /** The first party for which something holds. */
  async partyWith(holds: (partyId: string) => boolean | Promise<boolean>): Promise<string> {
    return first('party', await this.parties(), holds)
  }

  /** A market that trades in every hour, with margin modes and liquidity providers. */
  busyMarket(): Promise<Market> {
    return this.#once('busy market', () =>
      this.marketWith(async ({ id }) => {
        const candles = await this.candles(id, '1 hour', 48)
        if (candles.length < 48 || candles.some(({ open }) => open === '')) return false
        return (
          (await this.marginModes({ marketId: id })).length > 0 && (await this.providers({ marketId: id })).length > 2
        )
      }),
    )
  }

  /** A party with margin modes, more than one stay in a team, and spam counters in use. */
  versatileParty(): Promise<string> {
    return this.#once('versatile party', () =>
      this.partyWith(
        async (partyId) =>
          (await this.stays(partyId)).length > 1 &&
          (await this.marginModes({ partyId })).length > 2 &&
          Object.values(await this.spam(partyId)).some(isUsed),
      ),
    )
  }

  /** The network is frozen, so results can be cached. */
  readonly #found = new Map<string, unknown>()
  async #once<Item>(name: string, find: () => Promise<Item>): Promise<Item> {
    if (!this.#found.has(name)) this.#found.set(name, await find())
    return this.#found.get(name) as Item
  }
}

const isUsed = (counter: unknown): boolean =>
  typeof counter === 'object' && counter !== null && 'countForEpoch' in counter && counter.countForEpoch !== '0'

async function first<Item>(
  what: string,
  items: readonly Item[],
  holds: (item: Item) => boolean | Promise<boolean>,
): Promise<Item> {
  for (const item of items) if (await holds(item)) return item
  throw new Error(`the network has no ${what} for this test`)
}
