import { timestampText } from '../../sql/statement.ts'
import { type Chain, day, type Micros } from '../chain/chain.ts'
import { idOf, Random, seedOf, uniformAt } from '../random.ts'
import { bytes, type Row } from '../rows.ts'
import type { Party, World } from '../world.ts'

export interface Team {
  id: string
  name: string
  referrer: Party
  closed: boolean
  created: Micros
}

export interface Membership {
  team: Team
  party: Party
  epoch: number
  joined: Micros
}

const names = 'Vega Rising,Deneb,Sheliak Desk,Sulafat & Sons,Aladfar,Double Double,Ring Nebula,M56'.split(',')

/** The block of an epoch in which newcomers join; switches take effect with its first block (wire.md 8.2). */
const joinBlock = 37

/** One referee changes its team about every so many epochs, and often returns to an earlier one. */
const wandering = 130

/** Teams and their members. Changes are a function of their epoch. */
export class Teams {
  readonly teams: readonly Team[]
  private readonly chain: Chain
  private readonly seed: number
  private readonly joiners: readonly { party: Party; since: number }[]
  private readonly wanderer: Party | undefined
  private readonly current = new Map<Party, Team>()

  constructor(world: World) {
    const { chain, byRole } = world
    this.chain = chain
    this.seed = seedOf(world.seed, 'teams')
    const creators = [...byRole('captain'), ...byRole('whale')]
    this.teams = creators.map((referrer, index) => {
      const created = chain.timeOf(chain.heightAt(chain.anchor - Math.floor((155 + 3 * index) * day)))
      const name = names[index] ?? `Team ${String(index)}`
      return { id: idOf(world.seed, 'team', name), name, referrer, closed: index === 4, created }
    })
    const [wanderer, ...referees] = byRole('referee')
    this.wanderer = wanderer
    const candidates = [...referees, ...byRole('taker'), ...byRole('newcomer'), ...byRole('sender')]
    const first = chain.epochAt(chain.anchor - 150 * day)
    const last = chain.epochAt(chain.anchor)
    this.joiners = candidates.map((party, index) => ({
      party,
      since: Math.max(
        chain.epochAt(party.created) + 1,
        first + Math.floor((last - first) * 0.8 * uniformAt(this.seed, index, 8)),
      ),
    }))
  }

  /** Memberships that begin after `from` and up to `to`. Must be called in time order. */
  *between(from: Micros, to: Micros): Generator<Membership> {
    const within = (time: Micros): boolean => time > from && time <= to
    for (let epoch = this.chain.epochAt(from); epoch <= this.chain.epochAt(to); epoch += 1) {
      const first = this.chain.firstFrom(this.chain.epochStart(epoch))
      if (within(this.chain.timeOf(first))) yield* this.switches(epoch, this.chain.timeOf(first))
      if (within(this.chain.timeOf(first + joinBlock))) yield* this.joins(epoch, this.chain.timeOf(first + joinBlock))
    }
  }

  /** Sets a party's current team. */
  restore(party: Party, team: Team): void {
    this.current.set(party, team)
  }

  private *joins(epoch: number, joined: Micros): Generator<Membership> {
    for (const team of this.teams)
      if (this.chain.epochAt(team.created) === epoch) yield this.join(team.referrer, team, epoch, team.created)
    for (const { party, since } of this.joiners)
      if (since === epoch) yield this.join(party, new Random(this.seed, epoch, 1).pick(this.teams), epoch, joined)
  }

  private *switches(epoch: number, start: Micros): Generator<Membership> {
    const random = new Random(this.seed, epoch, 2)
    const leaving: Party[] = []
    const turn = Math.floor(epoch / wandering)
    if (this.wanderer && epoch % wandering === Math.floor(uniformAt(this.seed, turn, 5) * (wandering / 2)))
      leaving.push(this.wanderer)
    if (random.chance(0.06)) leaving.push(random.pick(this.joiners).party)
    for (const party of leaving) {
      const now = this.current.get(party)
      const open = this.teams.filter((team) => team !== now && !team.closed && team.created < start)
      const wanders = party === this.wanderer
      if (open.length > 0 && (now || wanders))
        yield this.join(party, random.pick(wanders ? open.slice(0, 4) : open), epoch, start)
    }
  }

  private join(party: Party, team: Team, epoch: number, joined: Micros): Membership {
    this.current.set(party, team)
    return { team, party, epoch, joined }
  }
}

export const teamRow = (chain: Chain, { id, name, referrer, closed, created }: Team): Row => ({
  id: bytes(id),
  referrer: bytes(referrer.id),
  name,
  team_url: '',
  avatar_url: '',
  closed,
  created_at_epoch: chain.epochAt(created),
  created_at: timestampText(created),
  vega_time: timestampText(created),
})

export const memberRow = ({ team, party, epoch, joined }: Membership): Row => ({
  team_id: bytes(team.id),
  party_id: bytes(party.id),
  joined_at_epoch: epoch,
  joined_at: timestampText(joined),
  vega_time: timestampText(joined),
})
