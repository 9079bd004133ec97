import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Account, Book, type Entry, outside, split } from '../market/book.ts'
import { day, parseTime } from '../chain/chain.ts'
import { Economy, Positions } from './economy.ts'
import { hoursOf, Schedule } from '../chain/schedule.ts'
import { Trading } from '../market/trading.ts'
import { makeWorld } from '../world.ts'

const now = parseTime('2025-05-14T09:41:17.5Z')
const world = makeWorld(7, now)
const tradings = world.markets.map((market) => new Trading(market, world.chain))

function play(days: number, blocks: number): Entry[] {
  const book = new Book()
  const schedule = new Schedule(new Economy(world, book, tradings))
  const from = now - days * day
  schedule.begin(from)
  for (const start of hoursOf(from, now)) schedule.playHour(start, from, now)
  const height = world.chain.heightAt(now)
  for (let next = height + 1; next <= height + blocks; next += 1) {
    book.begin(world.chain.timeOf(next))
    schedule.playBlock(next)
  }
  return book.take().entries
}

test('splitting loses nothing and follows the weights', () => {
  const quantity = fc.bigInt({ min: 0n, max: 10n ** 30n })
  fc.assert(
    fc.property(quantity, fc.array(quantity, { minLength: 1, maxLength: 8 }), (whole, weights) => {
      const parts = split(whole, weights)
      const sum = weights.reduce((a, b) => a + b, 0n)
      expect(parts.reduce((a, b) => a + b, 0n)).toBe(sum === 0n ? 0n : whole)
      expect(parts.every((part, index) => part >= 0n && (weights[index] !== 0n || part === 0n))).toBe(true)
    }),
  )
})

test('the book refuses what an account does not have', () => {
  const book = new Book()
  const { usdt, lyr } = world.assets
  const external = book.account('external', 'network', usdt)
  const general = book.account('general', 'p', usdt)
  book.begin(5)
  book.move(external, general, 10n, 'DEPOSIT')
  expect(() => book.move(general, external, 11n, 'WITHDRAW')).toThrow(RangeError)
  expect(() => book.move(general, external, -1n, 'WITHDRAW')).toThrow(RangeError)
  expect(() => book.move(general, book.account('general', 'p', lyr), 1n, 'SPOT')).toThrow(RangeError)
  expect(() => book.begin(4)).toThrow(RangeError)
  expect(book.moveUpTo(general, external, 11n, 'WITHDRAW')).toBe(10n)
  expect(book.take().entries.map(({ time, fromBalance, toBalance }) => [time, fromBalance, toBalance])).toEqual([
    [5, outside(usdt) - 10n, 10n],
    [6, 0n, outside(usdt)],
  ])
})

test('positions of a market add up to zero at any time', () => {
  for (const market of world.markets) {
    const positions = new Positions(world, market)
    for (let back = 0; back < 60; back += 1) {
      const sizes = [...positions.at(now - back * 0.7 * day).values()]
      expect(sizes.reduce((a, b) => a + b, 0)).toBe(0)
      expect(sizes.every((size) => Number.isInteger(size) && size !== 0)).toBe(true)
    }
  }
})

test('90 days and a live hour: every balance follows from the entries, none is negative, settlements are empty', () => {
  const entries = play(90, 3600)
  expect(entries.length).toBeGreaterThan(100_000)
  const balances = new Map<Account, bigint>()
  const before = (account: Account): bigint =>
    balances.get(account) ?? (account.type === 'external' ? outside(account.asset) : 0n)
  let time = 0
  let block = 0
  for (const entry of entries) {
    expect(entry.time).toBeGreaterThan(time)
    if (entry.block !== block) {
      for (const [account, balance] of balances)
        if (account.type === 'settlement' && balance !== 0n) expect(balance).toBe(0n)
      expect(entry.time).toBe(entry.block)
      block = entry.block
    }
    time = entry.time
    const from = before(entry.from) - entry.quantity
    const to = before(entry.to) + entry.quantity
    if (from !== entry.fromBalance || to !== entry.toBalance || from < 0n || entry.quantity <= 0n)
      expect(entry).toBe('balanced')
    balances.set(entry.from, from)
    balances.set(entry.to, to)
  }
  const types = new Set(entries.map(({ type }) => type.replace('TRANSFER_TYPE_', '')))
  for (const type of [
    'DEPOSIT',
    'WITHDRAW',
    'MTM_WIN',
    'MTM_LOSS',
    'MARGIN_LOW',
    'MARGIN_HIGH',
    'MAKER_FEE_RECEIVE',
    'SPOT',
  ])
    expect(types).toContain(type)
  for (const type of ['LIQUIDITY_FEE_NET_DISTRIBUTE', 'INFRASTRUCTURE_FEE_DISTRIBUTE', 'PERPETUALS_FUNDING_WIN'])
    expect(types).toContain(type)
  for (const type of [
    'REWARD_PAYOUT',
    'TRANSFER_FUNDS_SEND',
    'BOND_LOW',
    'SLA_PENALTY_BOND_APPLY',
    'SLA_PENALTY_LP_FEE_APPLY',
  ])
    expect(types).toContain(type)
})

test('the same seed plays the same ledger', () => {
  const text = (entries: Entry[]) =>
    entries.map(({ time, from, to, quantity, fromBalance, toBalance, type }) =>
      [time, from.id, to.id, quantity, fromBalance, toBalance, type].join(),
    )
  expect(text(play(3, 300))).toEqual(text(play(3, 300)))
})
