import type { Book } from '../market/book.ts'
import type { Micros } from '../chain/chain.ts'
import { exchange, payFees, payProviders, payValidators } from '../market/fees.ts'
import { deposit, postBond, reward, transfer, withdraw } from './funds.ts'
import type { Asset, Market } from '../market/instruments.ts'
import { byMarket, type Commitment, commitmentsOf } from '../market/liquidity.ts'
import { Positions } from './positions.ts'
import type { Random } from '../random.ts'
import { adjustMargins, funding, markToMarket, settle } from './settlement.ts'
import type { Trading } from '../market/trading.ts'
import { type Party, type Role, roles, type World } from '../world.ts'

export const wholeUnits = (asset: Asset, quantity: number): bigint =>
  BigInt(Math.round(quantity * 100)) * 10n ** BigInt(asset.decimals - 2)

/** A market with margins. `settled` is what its next settlement starts from. */
interface Derivative {
  market: Market
  trading: Trading
  positions: Positions
  settled?: { price: number; positions: ReadonlyMap<Party, number> }
}

/** What the parties do with their money. Every method writes to the book, in the block that the book has begun. */
export class Economy {
  readonly derivatives: readonly Derivative[]
  readonly commitments: readonly Commitment[]
  private readonly spot: readonly Trading[]

  constructor(
    readonly world: World,
    readonly book: Book,
    tradings: readonly Trading[],
  ) {
    const live = tradings.filter(({ market }) => market.opened !== undefined)
    this.derivatives = live
      .filter(({ market }) => market.kind !== 'spot')
      .map((trading) => ({ trading, market: trading.market, positions: new Positions(world, trading.market) }))
    this.spot = live.filter(({ market }) => market.kind === 'spot')
    this.commitments = commitmentsOf(world)
  }

  /** Takes prices and positions of this time as settled. */
  mark(time: Micros): void {
    for (const derivative of this.derivatives)
      derivative.settled = { price: derivative.trading.priceAt(time), positions: derivative.positions.at(time) }
  }

  /** What a party usually owns of an asset, in its smallest unit. */
  meansOf(party: Party, asset: Asset): bigint {
    const { dollars, weth, lyr } = roles[party.role]
    const { assets } = this.world
    const quantity =
      asset === assets.usdt ? dollars : asset === assets.usdc ? dollars * 0.6 : asset === assets.weth ? weth : lyr
    return wholeUnits(asset, quantity)
  }

  arrive(party: Party): void {
    for (const asset of Object.values(this.world.assets)) deposit(this.book, party, asset, this.meansOf(party, asset))
  }

  commit(commitment: Commitment): void {
    deposit(this.book, commitment.party, commitment.market.asset, commitment.amount)
    postBond(this.book, commitment)
  }

  /** Settles a market against its last settlement and adjusts the margins. */
  settleMarket(derivative: Derivative, time: Micros): void {
    const { market, trading, positions } = derivative
    if (!trading.openAt(time)) return
    const now = { price: trading.priceAt(time), positions: positions.at(time) }
    const last = derivative.settled ?? now
    settle(this.book, { market, positions: last.positions, change: now.price - last.price, kind: markToMarket })
    adjustMargins(this.book, { market, holders: new Set([...last.positions.keys(), ...now.positions.keys()]), ...now })
    derivative.settled = now
  }

  /** Longs pay shorts or the other way round, as the perpetual is above or below its index. */
  fund({ market, trading, positions }: Derivative, time: Micros, random: Random): void {
    if (market.kind !== 'perpetual' || !trading.openAt(time)) return
    const change = -Math.round(trading.priceAt(time) * (0.00008 * random.normal()))
    settle(this.book, { market, positions: positions.at(time), change, kind: funding })
  }

  /** Writes the fees of one trade between two parties. */
  trade(time: Micros, random: Random): void {
    const present = (role: Role): readonly Party[] => this.world.byRole(role).filter(({ created }) => created <= time)
    const makers = present('maker')
    const takers = [...present('taker'), ...present('whale'), ...present('captain'), ...present('newcomer')]
    if (random.chance(0.16)) {
      const trading = random.pick(this.spot)
      const [taker, maker] = random.sample([...takers, ...makers], 2)
      if (!taker || !maker) return
      const size = sizeOf(trading.market, random)
      exchange(this.book, trading.market, { taker, maker, size, price: trading.priceAt(time) })
      return
    }
    const { market, trading } = random.pick(this.derivatives)
    if (trading.openAt(time))
      payFees(this.book, market, {
        taker: random.pick(takers),
        maker: random.pick(makers),
        size: sizeOf(market, random),
        price: trading.priceAt(time),
      })
  }

  /** A deposit or a withdrawal: parties with little money deposit, those with much withdraw. */
  bank(time: Micros, random: Random): void {
    const party = random.pick(this.world.parties.filter(({ created }) => created <= time))
    const asset = random.pick(Object.values(this.world.assets))
    const target = this.meansOf(party, asset)
    const { balance } = this.book.account('general', party.id, asset)
    const amount = (target * BigInt(random.integer(5, 60))) / 100n
    if (target === 0n) return
    if (balance < target / 2n) deposit(this.book, party, asset, target)
    else if (balance > target * 2n || random.chance(0.4)) withdraw(this.book, party, asset, amount)
    else deposit(this.book, party, asset, amount)
  }

  /** A transfer between two parties; half of all come from one party. */
  send(time: Micros, random: Random): void {
    const present = this.world.parties.filter(({ created }) => created <= time)
    const from = random.chance(0.5) ? random.pick(this.world.byRole('sender')) : random.pick(present)
    const asset = random.pick([this.world.assets.usdt, this.world.assets.usdc, this.world.assets.lyr])
    const amount = (this.meansOf(from, asset) * BigInt(random.integer(1, 90))) / 3000n
    transfer(this.book, { from, to: random.pick(present), asset, quantity: amount })
  }

  /** Pays the fees since the last call to validators and providers. */
  distribute(epoch: number): void {
    const { usdt, usdc, weth, lyr } = this.world.assets
    for (const asset of [usdt, usdc, weth, lyr]) payValidators(this.book, asset, this.world.byRole('validator'))
    for (const [market, commitments] of byMarket(this.commitments)) payProviders(this.book, market, commitments, epoch)
  }

  reward(time: Micros, random: Random): void {
    const [treasury] = this.world.byRole('treasury')
    const winners = random.sample(
      this.world.parties.filter((party) => party !== treasury && party.created <= time),
      12,
    )
    const { lyr } = this.world.assets
    if (!treasury) return
    const quantity = wholeUnits(lyr, random.integer(3_000, 12_000))
    reward(this.book, { treasury, asset: lyr, winners, quantity })
  }
}

const sizeOf = ({ trades }: Market, random: Random): number =>
  Math.max(1, Math.round(trades.size * Math.exp(0.8 * random.normal())))
