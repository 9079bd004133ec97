import type { Book } from '../market/book.ts'
import type { Market } from '../market/markets.ts'
import { network, type Party } from '../world.ts'

/** Value of one unit of size at one unit of price, in the smallest unit of the market's asset. */
export const valueOf = ({ asset, price, trades }: Market): bigint =>
  10n ** BigInt(asset.decimals - price.decimals - trades.decimals)

/** A position's margin is its value divided by this. */
const marginFactor = 12n

interface Kind {
  loss: string
  win: string
}
export const markToMarket: Kind = { loss: 'MTM_LOSS', win: 'MTM_WIN' }
export const funding: Kind = { loss: 'PERPETUALS_FUNDING_LOSS', win: 'PERPETUALS_FUNDING_WIN' }

interface Settlement {
  market: Market
  /** Signed sizes by holder. */
  positions: ReadonlyMap<Party, number>
  /** Change of the price, in market decimals. */
  change: number
  kind: Kind
}

/** Losers pay from margin, general, then the market's insurance pool; the winners share what there is. */
export function settle(book: Book, { market, positions, change, kind }: Settlement): void {
  const settlement = book.account('settlement', network, market.asset, market.id)
  const value = valueOf(market)
  const results = [...positions].map(([party, size]) => ({ party, gain: BigInt(size * change) * value }))
  for (const { party, gain } of results.filter(({ gain }) => gain < 0n)) {
    const margin = book.account('margin', party.id, market.asset, market.id)
    const general = book.account('general', party.id, market.asset)
    const insurance = book.account('insurance', network, market.asset, market.id)
    let loss = -gain
    for (const account of [margin, general, insurance]) loss -= book.moveUpTo(account, settlement, loss, kind.loss)
  }
  const winners = results.filter(({ gain }) => gain > 0n)
  const shares = winners.map(({ party, gain }) => ({
    to: book.account('margin', party.id, market.asset, market.id),
    weight: gain,
  }))
  book.distribute(settlement, shares, kind.win)
}

interface MarginCall {
  market: Market
  /** Parties that hold a position or have just closed one. */
  holders: Iterable<Party>
  /** Signed sizes by holder. */
  positions: ReadonlyMap<Party, number>
  /** In market decimals. */
  price: number
}

/** Brings margin accounts back to what the positions need: topped up when low, released when far too high. */
export function adjustMargins(book: Book, { market, holders, positions, price }: MarginCall): void {
  for (const party of holders) {
    const margin = book.account('margin', party.id, market.asset, market.id)
    const general = book.account('general', party.id, market.asset)
    const size = Math.abs(positions.get(party) ?? 0)
    const need = (BigInt(size * price) * valueOf(market)) / marginFactor
    if (margin.balance < need) book.moveUpTo(general, margin, (need * 3n) / 2n - margin.balance, 'MARGIN_LOW')
    else if (margin.balance > need * 3n) book.move(margin, general, margin.balance - need * 2n, 'MARGIN_HIGH')
  }
}
