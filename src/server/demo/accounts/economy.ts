import { hour, type Micros } from '../chain/chain.ts'
import type { Book } from '../market/book.ts'
import {
  exchange,
  payFees,
  payProviders,
  payValidators,
  adjustMargins,
  funding,
  markToMarket,
  settle,
} from './settlement.ts'
import type { Asset, Market } from '../market/markets.ts'
import { byMarket, type Commitment, commitmentsOf } from '../market/liquidity.ts'
import type { Trading } from '../market/trading.ts'
import { deviateAt, type Random, seedOf, uniformAt } from '../random.ts'
import { network, type Party, type Role, roles, type World } from '../world.ts'

const appetite: Partial<Record<Role, number>> = { taker: 1, whale: 4, newcomer: 0.2, referee: 0.3, captain: 0.6 }
const follow: Readonly<Record<string, number>> = { BTC: 8, ETH: 7, SOL: 5, DOGE: 4 }

interface Holder {
  party: Party
  seed: number
  /** In position decimals. */
  scale: number
  hold: Micros
}

/** The positions of a market as a function of time, so that settlements need no memory; makers take the other side. */
export class Positions {
  private readonly holders: Holder[]
  private readonly makers: readonly Party[]

  constructor(world: World, market: Market) {
    const eager = (party: Party): number => uniformAt(seedOf(world.seed, 'position', market.baseName, party.name), 0)
    this.holders = world.parties
      .filter((party) => appetite[party.role] !== undefined)
      .sort((one, other) => eager(one) - eager(other))
      .slice(0, follow[market.baseName] ?? 0)
      .map((party) => {
        const seed = seedOf(world.seed, 'holder', market.baseName, party.name)
        const scale = market.trades.size * 70 * (appetite[party.role] ?? 1)
        return { party, seed, scale, hold: Math.floor((3 + 30 * uniformAt(seed, 1)) * hour) }
      })
    this.makers = world
      .byRole('maker')
      .filter((_, index) => (index + world.markets.indexOf(market)) % 2 === 0)
      .slice(0, market.trades.thin ? 2 : 3)
  }

  /** Signed sizes in position decimals; they add up to zero. Parties without a position are left out. */
  at(time: Micros): Map<Party, number> {
    const positions = new Map<Party, number>()
    let open = 0
    for (const { party, seed, scale, hold } of this.holders) {
      if (party.created > time) continue
      const deviate = deviateAt(seed, Math.floor((time + (seed % hold)) / hold))
      const size = Math.abs(deviate) < 0.35 ? 0 : Math.round(scale * deviate)
      if (size !== 0) positions.set(party, size)
      open += size
    }
    let left = -open
    for (const [index, maker] of this.makers.entries()) {
      const share = index === this.makers.length - 1 ? left : Math.round(left / 2)
      if (share !== 0) positions.set(maker, share)
      left -= share
    }
    return positions
  }
}

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
    for (const asset of Object.values(this.world.assets)) this.deposit(party, asset, this.meansOf(party, asset))
  }

  commit({ party, market, amount }: Commitment): void {
    this.deposit(party, market.asset, amount)
    const bond = this.book.account('bond', party.id, market.asset, market.id)
    this.book.moveUpTo(this.book.account('general', party.id, market.asset), bond, amount, 'BOND_LOW')
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
    const general = this.book.account('general', party.id, asset)
    const amount = (target * BigInt(random.integer(5, 60))) / 100n
    if (target === 0n) return
    if (general.balance < target / 2n) this.deposit(party, asset, target)
    else if (general.balance > target * 2n || random.chance(0.4))
      this.book.moveUpTo(general, this.book.account('external', network, asset), amount, 'WITHDRAW')
    else this.deposit(party, asset, amount)
  }

  /** A transfer between two parties by way of pending transfers, with a small fee; half come from one party. */
  send(time: Micros, random: Random): void {
    const present = this.world.parties.filter(({ created }) => created <= time)
    const from = random.chance(0.5) ? random.pick(this.world.byRole('sender')) : random.pick(present)
    const asset = random.pick([this.world.assets.usdt, this.world.assets.usdc, this.world.assets.lyr])
    const amount = (this.meansOf(from, asset) * BigInt(random.integer(1, 90))) / 3000n
    const to = random.pick(present)
    const { book } = this
    const general = book.account('general', from.id, asset)
    if (from === to || general.balance < amount * 2n) return
    const pending = book.account('pendingTransfers', network, asset)
    book.move(general, book.account('infrastructureFees', network, asset), amount / 1000n, 'INFRASTRUCTURE_FEE_PAY')
    book.move(general, pending, amount, 'TRANSFER_FUNDS_SEND')
    book.move(pending, book.account('general', to.id, asset), amount, 'TRANSFER_FUNDS_DISTRIBUTE')
  }

  /** Pays the fees since the last call to validators and providers. */
  distribute(epoch: number): void {
    const { usdt, usdc, weth, lyr } = this.world.assets
    for (const asset of [usdt, usdc, weth, lyr]) payValidators(this.book, asset, this.world.byRole('validator'))
    for (const [market, commitments] of byMarket(this.commitments)) payProviders(this.book, market, commitments, epoch)
  }

  /** The treasury funds the day's rewards; they vest slowly, and the vested part is paid out. */
  reward(time: Micros, random: Random): void {
    const [treasury] = this.world.byRole('treasury')
    const others = this.world.parties.filter((party) => party !== treasury && party.created <= time)
    const winners = random.sample(others, 12)
    const { lyr } = this.world.assets
    if (!treasury) return
    const quantity = wholeUnits(lyr, random.integer(3_000, 12_000))
    const { book } = this
    const pool = book.account('globalReward', network, lyr)
    const reserve = book.account('treasury', network, lyr)
    book.moveUpTo(book.account('general', treasury.id, lyr), reserve, quantity, 'TRANSFER_FUNDS_SEND')
    book.move(reserve, pool, reserve.balance, 'TRANSFER_FUNDS_DISTRIBUTE')
    const each = pool.balance / BigInt(Math.max(1, winners.length))
    for (const { id } of winners) {
      const vesting = book.account('vesting', id, lyr)
      const vested = book.account('vested', id, lyr)
      book.move(pool, vesting, each, 'REWARD_PAYOUT')
      book.move(vesting, vested, vesting.balance / 4n, 'REWARDS_VESTED')
      if (vested.balance > each)
        book.move(vested, book.account('general', id, lyr), vested.balance, 'TRANSFER_FUNDS_DISTRIBUTE')
    }
  }

  private deposit({ id }: Party, asset: Asset, quantity: bigint): void {
    const external = this.book.account('external', network, asset)
    this.book.move(external, this.book.account('general', id, asset), quantity, 'DEPOSIT')
  }
}

const sizeOf = ({ trades }: Market, random: Random): number =>
  Math.max(1, Math.round(trades.size * Math.exp(0.8 * random.normal())))
