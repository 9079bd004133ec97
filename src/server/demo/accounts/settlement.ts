import { type Account, type Book, split } from '../market/book.ts'
import type { Market } from '../market/instruments.ts'
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

/** What a party has lost in a market, in the smallest unit of its asset, and the account that it is paid into. */
interface Loss {
  market: Market
  party: Party
  settlement: Account
  loss: bigint
  /** Type of the ledger entries. */
  type: string
}

/** Takes a loss from margin, then general, then the market's insurance pool; returns how much was paid. */
function collect(book: Book, { market, party, settlement, loss, type }: Loss): bigint {
  const margin = book.account('margin', party.id, market.asset, market.id)
  const general = book.account('general', party.id, market.asset)
  const insurance = book.account('insurance', network, market.asset, market.id)
  let paid = book.moveUpTo(margin, settlement, loss, type)
  paid += book.moveUpTo(general, settlement, loss - paid, type)
  return paid + book.moveUpTo(insurance, settlement, loss - paid, type)
}

interface Settlement {
  market: Market
  /** Signed sizes by holder. */
  positions: ReadonlyMap<Party, number>
  /** Change of the price, in market decimals. */
  change: number
  kind: Kind
}

/**
 * Settles a change of price (in market decimals) between all holders: losers pay into the settlement account, winners
 * are paid from it, and it is empty again. If the losers cannot pay it all, the winners share what there is.
 */
export function settle(book: Book, { market, positions, change, kind }: Settlement): void {
  const settlement = book.account('settlement', network, market.asset, market.id)
  const value = valueOf(market)
  const results = [...positions].map(([party, size]) => ({ party, gain: BigInt(size * change) * value }))
  let pot = 0n
  for (const { party, gain } of results)
    if (gain < 0n) pot += collect(book, { market, party, settlement, loss: -gain, type: kind.loss })
  const winners = results.filter(({ gain }) => gain > 0n)
  const shares = split(
    pot,
    winners.map(({ gain }) => gain),
  )
  for (const [index, { party }] of winners.entries())
    book.move(settlement, book.account('margin', party.id, market.asset, market.id), shares[index] ?? 0n, kind.win)
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
