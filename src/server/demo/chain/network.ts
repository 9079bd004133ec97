import type { Db } from '../../store/db.ts'
import { timestampText } from '../../store/sql.ts'
import { type AccountType, accountType, Book } from '../market/book.ts'
import { Bots, headOf, replaySpam } from '../market/bots.ts'
import { bucketOf, type Candle, intervals } from '../market/candle.ts'
import { type Micros } from './chain.ts'
import { Economy } from '../accounts/economy.ts'
import { bytes } from '../rows.ts'
import { Schedule } from './schedule.ts'
import type { SpamAccounting } from '../spam/spam.ts'
import { Teams } from '../accounts/teams.ts'
import { Trading } from '../market/trading.ts'
import type { World } from '../world.ts'

/** Candles that are still growing: their table, then market id. */
export type OpenCandles = Map<string, Map<string, Candle>>

/** The network in memory: what exists, how it behaves, and the little that is not a function of time. */
export interface Network {
  world: World
  tradings: readonly Trading[]
  economy: Economy
  schedule: Schedule
  teams: Teams
  bots: Bots
  spam: SpamAccounting
  open: OpenCandles
  /** The last block that is in the database. */
  height: number
}

/** The network with empty books, as of the block; nothing has been written yet. */
export function newNetwork(world: World, height: number): Network {
  const tradings = world.markets.map((market) => new Trading(market, world.chain))
  const economy = new Economy(world, new Book(), tradings)
  const bots = new Bots(world)
  const open: OpenCandles = new Map(intervals.map(({ table }) => [table, new Map<string, Candle>()]))
  return {
    world,
    tradings,
    economy,
    bots,
    open,
    height,
    schedule: new Schedule(economy),
    teams: new Teams(world),
    spam: replaySpam(world, bots, height),
  }
}

/** The network as the database holds it after the block. */
export async function readNetwork(db: Db, world: World, height: number): Promise<Network> {
  const network = newNetwork(world, height)
  const time = world.chain.timeOf(height)
  await readBalances(db, network)
  await readTeams(db, network)
  await readOpenCandles(db, network, time)
  network.economy.mark(time)
  network.economy.book.begin(time)
  return network
}

const balances = `
  select encode(a.party_id, 'hex'), encode(a.asset_id, 'hex'), encode(a.market_id, 'hex'), a.type::text, last.balance::text
  from accounts a
  left join lateral (
    select entry.balance
    from (
      (select ledger_entry_time as time, account_from_balance as balance from ledger
        where account_from_id = a.id order by ledger_entry_time desc limit 1)
      union all
      (select ledger_entry_time, account_to_balance from ledger
        where account_to_id = a.id order by ledger_entry_time desc limit 1)
    ) entry
    order by entry.time desc limit 1
  ) last on true`

/** Every account's balance is what its last entry left behind, if it ever had one. */
async function readBalances(db: Db, { world, economy }: Network): Promise<void> {
  const types = Object.fromEntries(Object.entries(accountType).map(([name, number]) => [String(number), name]))
  for (const [party, assetId, market, type, balance] of await db.rows(balances)) {
    const asset = Object.values(world.assets).find(({ id }) => id === assetId)
    const name = types[type ?? ''] as AccountType | undefined
    const owner = party === '03' ? 'network' : (party ?? '')
    if (!asset || !name) continue
    const account = economy.book.account(name, owner, asset, market ?? '')
    if (balance) account.balance = BigInt(balance)
  }
  economy.book.take()
}

async function readTeams(db: Db, { world, teams }: Network): Promise<void> {
  const latest = `select distinct on (party_id) encode(party_id, 'hex'), encode(team_id, 'hex') from team_members
    order by party_id, joined_at_epoch desc`
  for (const [partyId, teamId] of await db.rows(latest)) {
    const party = world.parties.find(({ id }) => id === partyId)
    const team = teams.teams.find(({ id }) => id === teamId)
    if (party && team) teams.restore(party, team)
  }
}

const micros = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint::text`

async function readOpenCandles(db: Db, { world, open }: Network, time: Micros): Promise<void> {
  const markets = world.markets.map(({ id }) => bytes(id))
  for (const { table, length } of intervals) {
    const sql = `select encode(market_id, 'hex'), open::text, close::text, high::text, low::text, volume::text,
        notional::text, ${micros('last_update_in_period')}
      from ${table} where market_id = any ($1::bytea[]) and period_start = $2::timestamptz`
    const start = bucketOf(time, length)
    for (const [market, ...values] of await db.rows(sql, [markets, timestampText(start)])) {
      const [first = 0, close = 0, high = 0, low = 0, volume = 0, notional = 0, lastUpdate = 0] = values.map(Number)
      open.get(table)?.set(market ?? '', { start, open: first, close, high, low, volume, notional, lastUpdate })
    }
  }
}

/** Moves the network's spam accounting on by one block. */
export function include(network: Network, height: number): void {
  const head = headOf(network.world.chain, height)
  network.spam.include(head, network.bots.transactions(network.spam, head))
}
