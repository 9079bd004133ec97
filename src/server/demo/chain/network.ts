import type { Db } from '../../database/db.ts'
import { type AccountType, accountType, Book } from '../market/book.ts'
import { Bots, headOf, replaySpam, ordersPerBlock } from '../market/bots.ts'
import { Economy } from '../accounts/economy.ts'
import { Schedule } from './schedule.ts'
import { Teams } from '../accounts/teams.ts'
import { Trading } from '../market/trading.ts'
import { type World, namedParties } from '../world.ts'
import { type Core, subscriptions } from '../../core/core.ts'
import { epochLength, type Micros, nanosText, rfc3339Nano, second } from './chain.ts'
import { powParameters, reportSpam } from '../spam/spam.ts'

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

export function include(network: Network, height: number): void {
  const head = headOf(network.world.chain, height)
  network.spam.include(head, network.bots.transactions(network.spam, head))
}

const version = 'v0.77.5'

/** The network's numbers of wire.md 11.4; totals that the demo does not count are derived from the height. */
function statisticsOf({ world, tradings, bots, spam }: Network, started: Micros, now: Micros) {
  const { chain } = world
  const { height, time, epoch } = spam.head
  const transactions = bots.transactions(spam, { ...spam.head, height: height + 1 })
  const orders = transactions.filter(({ kind }) => kind === 'other').length
  const trades = tradings.reduce((sum, trading) => sum + trading.tradesOf(height).length, 0)
  const bytes = orders * 342 + (transactions.length - orders) * 517
  const created = height * 6
  return {
    blockHeight: String(height),
    backlogLength: String(transactions.length),
    totalPeers: String(world.byRole('validator').length + 8),
    genesisTime: rfc3339Nano(chain.genesis),
    currentTime: rfc3339Nano(now),
    uptime: rfc3339Nano(started),
    vegaTime: rfc3339Nano(time),
    status: 'CHAIN_STATUS_CONNECTED' as const,
    txPerBlock: String(transactions.length),
    averageTxBytes: String(Math.round(bytes / Math.max(1, transactions.length))),
    averageOrdersPerBlock: String(Math.floor(ordersPerBlock(world))),
    tradesPerSecond: String(trades),
    ordersPerSecond: String(orders),
    totalMarkets: String(world.markets.length),
    totalAmendOrder: String(height * 2),
    totalCancelOrder: String(height),
    totalCreateOrder: String(created),
    totalOrders: String(created + height * 3),
    totalTrades: String(Math.floor(height * 0.9)),
    ...subscriptions,
    appVersionHash: '',
    appVersion: version,
    chainVersion: '0.38.5',
    blockDuration: nanosText(time - chain.timeOf(height - 1)),
    blockHash: chain.hashOf(height).toUpperCase(),
    epochSeq: String(epoch),
    epochStartTime: rfc3339Nano(chain.timeOf(chain.firstFrom(chain.epochStart(epoch)))),
    epochExpiryTime: rfc3339Nano(chain.epochStart(epoch) + epochLength),
    chainId: chain.id,
    eventCount: String(transactions.length * 3 + trades * 7),
    eventsPerSecond: String(transactions.length * 3 + trades * 7),
  }
}

/** The core node of the demo, which reads the network in memory as of its last block. */
export function demoCore(network: () => Network, now: () => Micros): Core {
  const started = now() - (now() % second)
  return {
    async spamStatistics(partyId) {
      const { world, spam } = network()
      return { chainId: world.chain.id, statistics: reportSpam(world.chain, spam, partyId) }
    },
    statistics: async () => ({ statistics: statisticsOf(network(), started, now()) }),
    time: async () => ({ timestamp: nanosText(network().spam.head.time) }),
    knownParties: () => ({ parties: namedParties(network().world), invented: true }),
    async blockHeight() {
      const { world, spam } = network()
      return {
        height: String(spam.head.height),
        hash: world.chain.hashOf(spam.head.height),
        spamPowHashFunction: powParameters.hashFunction,
        spamPowDifficulty: powParameters.difficulty,
        spamPowNumberOfPastBlocks: powParameters.numberOfPastBlocks,
        spamPowNumberOfTxPerBlock: powParameters.txPerBlock,
        spamPowIncreasingDifficulty: powParameters.increasingDifficulty,
        chainId: world.chain.id,
      }
    },
  }
}
