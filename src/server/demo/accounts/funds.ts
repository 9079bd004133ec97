import type { Book } from '../market/book.ts'
import type { Asset } from '../market/instruments.ts'
import type { Commitment } from '../market/liquidity.ts'
import { network, type Party } from '../world.ts'

export const deposit = (book: Book, party: Party, asset: Asset, quantity: bigint): unknown =>
  book.move(book.account('external', network, asset), book.account('general', party.id, asset), quantity, 'DEPOSIT')

export const withdraw = (book: Book, party: Party, asset: Asset, quantity: bigint): unknown =>
  book.moveUpTo(
    book.account('general', party.id, asset),
    book.account('external', network, asset),
    quantity,
    'WITHDRAW',
  )

/** `quantity` in the smallest unit of the asset. */
interface Transfer {
  from: Party
  to: Party
  asset: Asset
  quantity: bigint
}

/** From one party to another by way of the network's pending transfers, with a small fee for the infrastructure. */
export function transfer(book: Book, { from, to, asset, quantity }: Transfer): void {
  const general = book.account('general', from.id, asset)
  if (from === to || general.balance < quantity * 2n) return
  const pending = book.account('pendingTransfers', network, asset)
  book.move(general, book.account('infrastructureFees', network, asset), quantity / 1000n, 'INFRASTRUCTURE_FEE_PAY')
  book.move(general, pending, quantity, 'TRANSFER_FUNDS_SEND')
  book.move(pending, book.account('general', to.id, asset), quantity, 'TRANSFER_FUNDS_DISTRIBUTE')
}

export function postBond(book: Book, { market, party, amount }: Commitment): void {
  const bond = book.account('bond', party.id, market.asset, market.id)
  book.moveUpTo(book.account('general', party.id, market.asset), bond, amount, 'BOND_LOW')
}

/** `quantity` for all winners together, in the smallest unit of the asset. */
interface Reward {
  treasury: Party
  asset: Asset
  winners: readonly Party[]
  quantity: bigint
}

/** The treasury funds the day's rewards; they vest slowly, and the vested part is paid out. */
export function reward(book: Book, { treasury, asset, winners, quantity }: Reward): void {
  const pool = book.account('globalReward', network, asset)
  const reserve = book.account('treasury', network, asset)
  book.moveUpTo(book.account('general', treasury.id, asset), reserve, quantity, 'TRANSFER_FUNDS_SEND')
  book.move(reserve, pool, reserve.balance, 'TRANSFER_FUNDS_DISTRIBUTE')
  const each = pool.balance / BigInt(Math.max(1, winners.length))
  for (const { id } of winners) {
    const vesting = book.account('vesting', id, asset)
    const vested = book.account('vested', id, asset)
    book.move(pool, vesting, each, 'REWARD_PAYOUT')
    book.move(vesting, vested, vesting.balance / 4n, 'REWARDS_VESTED')
    if (vested.balance > each)
      book.move(vested, book.account('general', id, asset), vested.balance, 'TRANSFER_FUNDS_DISTRIBUTE')
  }
}
