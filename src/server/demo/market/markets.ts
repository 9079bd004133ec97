import { type Chain, day, hour, type Micros } from '../chain/chain.ts'
import { idOf, seedOf } from '../random.ts'

export interface Asset {
  id: string
  name: string
  symbol: string
  decimals: number
  /** Smallest amount worth a unit of value, in the smallest unit. */
  quantum: bigint
  contract: string
}

export interface Market {
  id: string
  code: string
  name: string
  kind: 'perpetual' | 'future' | 'spot'
  /** The asset of margins, fees and settlements; the quote asset of the spot market. */
  asset: Asset
  base?: Asset
  baseName: string
  quoteName: string
  /** Prices are in market decimals. */
  price: {
    decimals: number
    /** Prices are multiples of it. */
    tick: number
    /** The level that the price returns to. */
    level: number
    /** Of the yearly logarithmic return. */
    volatility: number
    /** Half the distance between bid and offer, as a part of the price. */
    halfSpread: number
  }
  /** Sizes are in position decimals. */
  trades: {
    decimals: number
    /** In an ordinary minute; 0 for a market without trades. */
    perMinute: number
    size: number
    /** Trades come in bouts of hours with hours of silence between them. */
    thin?: true
  }
  seed: number
  proposed: Micros
  opened?: Micros
  /** When a future stops trading and settles. */
  expires?: Micros
}

/** The last Friday of a quarter, 08:00 UTC, at least a month ahead. */
function quarterEnd(from: Micros): Micros {
  const earliest = from + 30 * day
  const start = new Date(earliest / 1000)
  for (let month = Math.floor(start.getUTCMonth() / 3) * 3 + 3; ; month += 3) {
    const last = new Date(Date.UTC(start.getUTCFullYear(), month, 0, 8))
    last.setUTCDate(last.getUTCDate() - ((last.getUTCDay() + 2) % 7))
    if (last.getTime() * 1000 >= earliest) return last.getTime() * 1000
  }
}

/** The assets, of which `lyr` is staked. */
export function makeAssets(seed: number) {
  const asset = (name: string, symbol: string, decimals: number, quantum: bigint): Asset => {
    const id = idOf(seed, 'asset', symbol)
    return { id, name, symbol, decimals, quantum, contract: `0x${idOf(seed, 'contract', symbol).slice(0, 40)}` }
  }
  return {
    usdt: asset('Tether USD', 'USDT', 6, 1_000_000n),
    usdc: asset('USD Coin', 'USDC', 6, 1_000_000n),
    lyr: asset('Lyra', 'LYR', 18, 10n ** 18n),
    weth: asset('Wrapped Ether', 'WETH', 18, 500_000_000_000_000n),
  }
}
type Assets = ReturnType<typeof makeAssets>

type Plan = Pick<Market, 'code' | 'name' | 'kind' | 'asset' | 'base' | 'baseName' | 'price' | 'trades' | 'expires'>

export function makeMarkets(seed: number, chain: Chain, { usdt, usdc, lyr, weth }: Assets): Market[] {
  const expires = quarterEnd(chain.anchor)
  const month = new Date(expires / 1000).toISOString().slice(2, 7).replace('-', '')
  const perpetual = (name: string, asset: Asset, baseName: string) =>
    ({ kind: 'perpetual', code: `${baseName}/${asset.symbol}`, name: `${name} perpetual`, asset, baseName }) as const
  const plans: Plan[] = [
    {
      ...perpetual('Bitcoin', usdt, 'BTC'),
      price: { decimals: 1, tick: 5, level: 684_000, volatility: 0.52, halfSpread: 0.00006 },
      trades: { decimals: 4, perMinute: 60, size: 450 },
    },
    {
      ...perpetual('Ether', usdt, 'ETH'),
      price: { decimals: 2, tick: 1, level: 351_200, volatility: 0.66, halfSpread: 0.00009 },
      trades: { decimals: 3, perMinute: 40, size: 800 },
    },
    {
      kind: 'future',
      code: `SOL/USDC-${month}`,
      name: `Solana future, ${month}`,
      asset: usdc,
      baseName: 'SOL',
      expires,
      price: { decimals: 3, tick: 1, level: 158_400, volatility: 0.85, halfSpread: 0.0002 },
      trades: { decimals: 1, perMinute: 15, size: 90 },
    },
    {
      kind: 'spot',
      code: 'LYR/USDC',
      name: 'Lyra / USD Coin',
      asset: usdc,
      base: lyr,
      baseName: 'LYR',
      price: { decimals: 4, tick: 1, level: 23_150, volatility: 0.95, halfSpread: 0.0007 },
      trades: { decimals: 2, perMinute: 9, size: 17_000 },
    },
    {
      ...perpetual('Dogecoin in Ether', weth, 'DOGE'),
      price: { decimals: 9, tick: 1, level: 47_300, volatility: 0.9, halfSpread: 0.0015 },
      trades: { decimals: -1, perMinute: 0.9, size: 300, thin: true },
    },
    {
      ...perpetual('Celestia', usdc, 'TIA'),
      price: { decimals: 5, tick: 1, level: 641_000, volatility: 1, halfSpread: 0.001 },
      trades: { decimals: 0, perMinute: 0, size: 0 },
    },
  ]
  return plans.map((plan, index) => {
    const trading = plan.trades.perMinute > 0
    const proposed = chain.timeOf(chain.heightAt(chain.anchor - (trading ? 640 - index * 45 : 3) * day - index * hour))
    const opened = trading ? { opened: chain.timeOf(chain.heightAt(proposed + 3 * day)) } : {}
    const ids = { id: idOf(seed, 'market', plan.baseName), seed: seedOf(seed, plan.baseName) }
    return { ...plan, ...opened, ...ids, proposed, quoteName: plan.asset.symbol }
  })
}
