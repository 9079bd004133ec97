import { createHash } from 'node:crypto'
import { type Chain, day, hour, type Micros } from '../chain/chain.ts'
import { seedOf } from '../random.ts'

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
  decimalPlaces: number
  positionDecimalPlaces: number
  /** Prices are multiples of it, in market decimals. */
  tickSize: number
  /** The level the price returns to, in market decimals. */
  level: number
  /** Of the yearly logarithmic return. */
  volatility: number
  /** Trades a minute in an ordinary minute; 0 where nobody trades. */
  tradesPerMinute: number
  /** Mean size of a trade, in position decimals. */
  tradeSize: number
  /** Half the distance between bid and offer, as a part of the price. */
  halfSpread: number
  /** Trades come in bouts of hours with hours of silence between them. */
  thin: boolean
  seed: number
  proposed: Micros
  opened?: Micros
  /** When a future stops trading and settles. */
  expires?: Micros
}

/** 64 lower-case hex, as every id of the network. */
export const idOf = (seed: number, ...names: string[]): string =>
  createHash('sha256')
    .update(['lyra-demo-1', String(seed), ...names].join('/'))
    .digest('hex')

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

export interface Assets {
  usdt: Asset
  usdc: Asset
  /** The staking asset. */
  lyr: Asset
  weth: Asset
}

export function makeAssets(seed: number): Assets {
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

type Plan = Omit<Market, 'id' | 'seed' | 'proposed' | 'opened'>

export function makeMarkets(seed: number, chain: Chain, { usdt, usdc, lyr, weth }: Assets): Market[] {
  const expires = quarterEnd(chain.anchor)
  const month = new Date(expires / 1000).toISOString().slice(2, 7).replace('-', '')
  const usual = { thin: false, tickSize: 1 }
  const plans: Plan[] = [
    {
      ...usual,
      code: 'BTC/USDT',
      name: 'Bitcoin perpetual',
      kind: 'perpetual',
      asset: usdt,
      baseName: 'BTC',
      quoteName: 'USDT',
      decimalPlaces: 1,
      positionDecimalPlaces: 4,
      tickSize: 5,
      level: 684_000,
      volatility: 0.52,
      tradesPerMinute: 60,
      tradeSize: 450,
      halfSpread: 0.00006,
    },
    {
      ...usual,
      code: 'ETH/USDT',
      name: 'Ether perpetual',
      kind: 'perpetual',
      asset: usdt,
      baseName: 'ETH',
      quoteName: 'USDT',
      decimalPlaces: 2,
      positionDecimalPlaces: 3,
      level: 351_200,
      volatility: 0.66,
      tradesPerMinute: 40,
      tradeSize: 800,
      halfSpread: 0.00009,
    },
    {
      ...usual,
      code: `SOL/USDC-${month}`,
      name: `Solana future, ${month}`,
      kind: 'future',
      asset: usdc,
      baseName: 'SOL',
      quoteName: 'USDC',
      decimalPlaces: 3,
      positionDecimalPlaces: 1,
      level: 158_400,
      volatility: 0.85,
      tradesPerMinute: 15,
      tradeSize: 90,
      halfSpread: 0.0002,
      expires,
    },
    {
      ...usual,
      code: 'LYR/USDC',
      name: 'Lyra / USD Coin',
      kind: 'spot',
      asset: usdc,
      base: lyr,
      baseName: 'LYR',
      quoteName: 'USDC',
      decimalPlaces: 4,
      positionDecimalPlaces: 2,
      level: 23_150,
      volatility: 0.95,
      tradesPerMinute: 9,
      tradeSize: 17_000,
      halfSpread: 0.0007,
    },
    {
      ...usual,
      code: 'DOGE/WETH',
      name: 'Dogecoin in Ether perpetual',
      kind: 'perpetual',
      asset: weth,
      baseName: 'DOGE',
      quoteName: 'WETH',
      decimalPlaces: 9,
      positionDecimalPlaces: -1,
      level: 47_300,
      volatility: 0.9,
      tradesPerMinute: 0.9,
      tradeSize: 300,
      halfSpread: 0.0015,
      thin: true,
    },
    {
      ...usual,
      code: 'TIA/USDC',
      name: 'Celestia perpetual',
      kind: 'perpetual',
      asset: usdc,
      baseName: 'TIA',
      quoteName: 'USDC',
      decimalPlaces: 5,
      positionDecimalPlaces: 0,
      level: 641_000,
      volatility: 1,
      tradesPerMinute: 0,
      tradeSize: 0,
      halfSpread: 0.001,
    },
  ]
  return plans.map((plan, index) => {
    const trading = plan.tradesPerMinute > 0
    const proposed = chain.timeOf(chain.heightAt(chain.anchor - (trading ? 640 - index * 45 : 3) * day - index * hour))
    const opened = trading ? { opened: chain.timeOf(chain.heightAt(proposed + 3 * day)) } : {}
    return { ...plan, ...opened, proposed, id: idOf(seed, 'market', plan.baseName), seed: seedOf(seed, plan.baseName) }
  })
}
