import type { Db } from '../../database/db.ts'
import { type AccountType, accountType, Book } from '../market/book.ts'
import { Bots, headOf, replaySpam } from '../market/bots.ts'
import { Economy } from '../accounts/economy.ts'
import { Schedule } from './schedule.ts'
import { Teams } from '../accounts/teams.ts'
import { Trading } from '../market/trading.ts'
import type { World } from '../world.ts'

/** The network in memory, with empty books; `height` is the last block that is in the database. */
export function newNetwork(world: World, height: number) {
  const tradings = world.markets.map((market) => new Trading(market, world.chain))
  const economy = new Economy(world, new Book(), tradings)
  const bots = new Bots(world)
  return {
    world,
    tradings,
    economy,
    bots,
    height,
    schedule: new Schedule(economy),
    teams: new Teams(world),
    spam: replaySpam(world, bots, height),
  }
}
export type Network = ReturnType<typeof newNetwork>

/** The network as the database holds it after the block. */
export async function readNetwork(db: Db, world: World, height: number): Promise<Network> {
  const network = newNetwork(world, height)
  const time = world.chain.timeOf(height)
  await readBalances(db, network)
  await readTeams(db, network)
  network.economy.mark(time)
  network.economy.book.begin(time)
  return network
}

/** SQL of the balance that the last ledger entry of account `a` left, among the entries that meet `condition`. */
export const lastBalance = (condition = 'true'): string => `
  select entry.balance
  from (
    (select ledger_entry_time as time, account_from_balance as balance from ledger
      where account_from_id = a.id and ${condition} order by ledger_entry_time desc limit 1)
    union all
    (select ledger_entry_time, account_to_balance from ledger
      where account_to_id = a.id and ${condition} order by ledger_entry_time desc limit 1)
  ) entry
  order by entry.time desc limit 1`

const balances = `
  select encode(a.party_id, 'hex'), encode(a.asset_id, 'hex'), encode(a.market_id, 'hex'), a.type::text, last.balance::text
  from accounts a left join lateral (${lastBalance()}) last on true`

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

/** Moves the network's spam accounting on by one block. */
export function include(network: Network, height: number): void {
  const head = headOf(network.world.chain, height)
  network.spam.include(head, network.bots.transactions(network.spam, head))
}
