import { type Book, split } from '../market/book.ts'
import type { Market, Asset } from '../market/markets.ts'
import { network, type Party } from '../world.ts'
import { type Commitment, penaltiesOf } from '../market/liquidity.ts'

/** Value of one unit of size at one unit of price, in the smallest unit of the market's asset. */
const valueOf = ({ asset, price, trades }: Market): bigint =>
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

/** Parts of a million of a trade's value. */
export const feeFactors = { maker: 200n, infrastructure: 500n, liquidity: 1_000n }

const million = 1_000_000n

/** `price` in market decimals; on the spot market the taker buys. */
interface Trade {
  taker: Party
  maker: Party
  size: number
  price: number
}

/** The taker pays for a trade: the maker at once, the network and the providers later. */
export function payFees(book: Book, market: Market, { taker, maker, size, price }: Trade): void {
  const { asset, id } = market
  const value = BigInt(size * price) * valueOf(market)
  const general = book.account('general', taker.id, asset)
  const makerFees = book.account('makerFees', network, asset, id)
  const fee = (factor: bigint): bigint => (value * factor + million - 1n) / million
  const paid = book.moveUpTo(general, makerFees, fee(feeFactors.maker), 'MAKER_FEE_PAY')
  book.move(makerFees, book.account('general', maker.id, asset), paid, 'MAKER_FEE_RECEIVE')
  const infrastructure = book.account('infrastructureFees', network, asset)
  book.moveUpTo(general, infrastructure, fee(feeFactors.infrastructure), 'INFRASTRUCTURE_FEE_PAY')
  const liquidity = book.account('liquidityFees', network, asset, id)
  book.moveUpTo(general, liquidity, fee(feeFactors.liquidity), 'LIQUIDITY_FEE_PAY')
}

/** What a buyer of the spot market pays and gets. Nothing happens unless both sides have it. */
export function exchange(book: Book, market: Market, trade: Trade): void {
  const { taker: buyer, maker: seller, size, price } = trade
  const { asset: quote, base } = market
  if (!base) return
  const payment = BigInt(size * price) * valueOf(market)
  const goods = BigInt(size) * 10n ** BigInt(base.decimals - market.trades.decimals)
  const from = book.account('general', buyer.id, quote)
  const stock = book.account('general', seller.id, base)
  if (from.balance < payment * 2n || stock.balance < goods) return
  const holding = book.account('holding', buyer.id, quote)
  book.move(from, holding, payment, 'HOLDING_LOCK')
  book.move(holding, from, payment, 'HOLDING_RELEASE')
  book.move(from, book.account('general', seller.id, quote), payment, 'SPOT')
  book.move(stock, book.account('general', buyer.id, base), goods, 'SPOT')
  payFees(book, market, trade)
}

/** Infrastructure fees of an asset go to the validators in equal parts. */
export function payValidators(book: Book, asset: Asset, validators: readonly Party[]): void {
  const pool = book.account('infrastructureFees', network, asset)
  const shares = validators.map(({ id }) => ({ to: book.account('general', id, asset), weight: 1n }))
  book.distribute(pool, shares, 'INFRASTRUCTURE_FEE_DISTRIBUTE')
}

/** Ends an epoch: fees by commitment, less penalties (bonds too), which the diligent share; bonds are filled up. */
export function payProviders(book: Book, market: Market, commitments: readonly Commitment[], epoch: number): void {
  const { asset, id } = market
  const pool = book.account('liquidityFees', network, asset, id)
  const bonus = book.account('bonusFees', network, asset, id)
  const insurance = book.account('insurance', network, asset, id)
  const active = commitments.filter(({ conduct }) => conduct !== 'waiting')
  const amounts = active.map(({ amount }) => amount)
  const parts = split(pool.balance, amounts)
  const diligent: Commitment[] = []
  for (const [index, commitment] of active.entries()) {
    const owner = commitment.party.id
    const general = book.account('general', owner, asset)
    const fees = book.account('providerFees', owner, asset, id)
    const bond = book.account('bond', owner, asset, id)
    const penalties = commitment.conduct === 'unmeasured' ? { fee: 0, bond: 0 } : penaltiesOf(commitment, epoch)
    book.move(pool, fees, parts[index] ?? 0n, 'LIQUIDITY_FEE_ALLOCATE')
    const lost = part(fees.balance, penalties.fee)
    book.move(fees, bonus, lost, 'SLA_PENALTY_LP_FEE_APPLY')
    book.move(fees, general, fees.balance, 'LIQUIDITY_FEE_NET_DISTRIBUTE')
    if (penalties.fee < 0.05) diligent.push(commitment)
    const slashed = part(bond.balance, penalties.bond / 50)
    book.move(bond, insurance, slashed, 'SLA_PENALTY_BOND_APPLY')
    book.moveUpTo(general, bond, slashed, 'BOND_LOW')
  }
  const shares = diligent.map(({ party, amount }) => ({ to: book.account('general', party.id, asset), weight: amount }))
  book.distribute(bonus, shares, 'SLA_PERFORMANCE_BONUS_DISTRIBUTE')
}

const part = (quantity: bigint, factor: number): bigint =>
  (quantity * BigInt(Math.round(factor * 1e9))) / 1_000_000_000n
