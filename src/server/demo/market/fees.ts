import { type Book, split } from './book.ts'
import type { Asset, Market } from './markets.ts'
import { type Commitment, penaltiesOf } from './liquidity.ts'
import { valueOf } from '../accounts/settlement.ts'
import { network, type Party } from '../world.ts'

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
export function exchange(book: Book, market: Market, trade: Trade): boolean {
  const { taker: buyer, maker: seller, size, price } = trade
  const { asset: quote, base } = market
  if (!base) return false
  const payment = BigInt(size * price) * valueOf(market)
  const goods = BigInt(size) * 10n ** BigInt(base.decimals - market.trades.decimals)
  const from = book.account('general', buyer.id, quote)
  const stock = book.account('general', seller.id, base)
  if (from.balance < payment * 2n || stock.balance < goods) return false
  const holding = book.account('holding', buyer.id, quote)
  book.move(from, holding, payment, 'HOLDING_LOCK')
  book.move(holding, from, payment, 'HOLDING_RELEASE')
  book.move(from, book.account('general', seller.id, quote), payment, 'SPOT')
  book.move(stock, book.account('general', buyer.id, base), goods, 'SPOT')
  payFees(book, market, trade)
  return true
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
  const parts = split(
    pool.balance,
    active.map(({ amount }) => amount),
  )
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
