import { createHash } from 'node:crypto'
import type { Micros } from '../chain/chain.ts'
import type { Asset } from './markets.ts'

/** The account types the demo uses, by the network's numbers (wire.md 2.4). */
export const accountType = {
  insurance: 1,
  settlement: 2,
  margin: 3,
  general: 4,
  infrastructureFees: 5,
  liquidityFees: 6,
  makerFees: 7,
  bond: 9,
  external: 10,
  globalReward: 12,
  pendingTransfers: 13,
  holding: 18,
  providerFees: 19,
  bonusFees: 20,
  treasury: 21,
  vesting: 22,
  vested: 23,
  orderMargin: 29,
} as const
export type AccountType = keyof typeof accountType

export interface Account {
  readonly id: string
  /** A party's id or `network`. */
  readonly owner: string
  readonly asset: Asset
  /** A market's id, or empty for an account that belongs to no market. */
  readonly market: string
  readonly type: AccountType
  balance: bigint
}

/** One movement with the balances it leaves behind, as the ledger keeps it. Amounts in the asset's smallest unit. */
export interface Entry {
  time: Micros
  block: Micros
  from: Account
  to: Account
  quantity: bigint
  fromBalance: bigint
  toBalance: bigint
  type: string
}

/** The initial balance of an asset's external account, which deposits cannot exhaust. */
export const outside = (asset: Asset): bigint => 10n ** BigInt(asset.decimals + 12)

/** Double-entry book-keeping: value only moves, no account goes below zero. Entries of a block are 1 µs apart. */
export class Book {
  private readonly accounts = new Map<string, Account>()
  private opened: Account[] = []
  private entries: Entry[] = []
  private block: Micros = 0
  private used = 0

  /** Following movements belong to the block of this time; blocks must be in time order. */
  begin(block: Micros): void {
    if (block === this.block) return
    if (block < this.block) throw new RangeError(`A block of ${String(block)} after one of ${String(this.block)}`)
    this.block = block
    this.used = 0
  }

  account(type: AccountType, owner: string, asset: Asset, market = ''): Account {
    const key = `${type}/${owner}/${asset.id}/${market}`
    const existing = this.accounts.get(key)
    if (existing) return existing
    const id = createHash('sha256').update(key).digest('hex')
    const account = { id, owner, asset, market, type, balance: type === 'external' ? outside(asset) : 0n }
    this.accounts.set(key, account)
    this.opened.push(account)
    return account
  }

  /** Moves a quantity and returns it. Throws RangeError when the account has less. */
  move(from: Account, to: Account, quantity: bigint, type: string): bigint {
    if (quantity === 0n) return 0n
    if (quantity < 0n || quantity > from.balance)
      throw new RangeError(`${type}: cannot move ${String(quantity)} of ${String(from.balance)} ${from.type}`)
    if (from === to || from.asset.id !== to.asset.id) throw new RangeError(`${type}: between unfit accounts`)
    from.balance -= quantity
    to.balance += quantity
    this.entries.push({
      time: this.block + this.used,
      block: this.block,
      from,
      to,
      quantity,
      fromBalance: from.balance,
      toBalance: to.balance,
      type: `TRANSFER_TYPE_${type}`,
    })
    this.used += 1
    return quantity
  }

  /** Moves the quantity, or the whole balance if that is less. */
  moveUpTo(from: Account, to: Account, quantity: bigint, type: string): bigint {
    return this.move(from, to, quantity < from.balance ? quantity : from.balance, type)
  }

  /** Moves the whole balance to accounts by their weights. */
  distribute(from: Account, shares: readonly { to: Account; weight: bigint }[], type: string): void {
    const weights = shares.map(({ weight }) => weight)
    const parts = split(from.balance, weights)
    for (const [index, { to }] of shares.entries()) this.move(from, to, parts[index] ?? 0n, type)
  }

  /** Accounts and entries since the last call. */
  take(): { opened: Account[]; entries: Entry[] } {
    const taken = { opened: this.opened, entries: this.entries }
    this.opened = []
    this.entries = []
    return taken
  }
}

/** Splits a quantity by weights without losing a unit: the last takes what rounding leaves. */
export function split(quantity: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  if (whole === 0n) return weights.map(() => 0n)
  const last = weights.findLastIndex((weight) => weight > 0n)
  const parts = weights.map((weight) => (quantity * weight) / whole)
  const spent = parts.reduce((sum, part) => sum + part, 0n)
  return parts.map((part, index) => (index === last ? part + quantity - spent : part))
}
