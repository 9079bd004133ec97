import { type Chain, day, hour, type Micros, minute, second } from './chain.ts'
import type { Economy } from '../accounts/economy.ts'
import { Random, seedOf } from '../random.ts'

interface Event {
  time: Micros
  run: () => void
}

/** When the parties act: the past is played by the hour, with one settlement of a market each, the present by block. */
export class Schedule {
  private readonly chain: Chain
  private readonly seed: number

  constructor(private readonly economy: Economy) {
    this.chain = economy.world.chain
    this.seed = seedOf(economy.world.seed, 'schedule')
  }

  /** The start of the ledger: existing parties deposit, existing providers post their bonds. */
  begin(time: Micros): void {
    const { book, world, commitments } = this.economy
    book.begin(this.chain.timeOf(this.chain.heightAt(time)))
    for (const party of world.parties) if (party.created <= time) this.economy.arrive(party)
    for (const commitment of commitments) if (this.started(commitment.age) <= time) this.economy.commit(commitment)
    this.economy.mark(time)
  }

  /** Plays the events of an hour after `from` and up to `to`, each in a block of its own. */
  playHour(start: Micros, from: Micros, to: Micros): void {
    const events = this.eventsOf(start).filter(({ time }) => time > from && time <= to)
    events.sort((one, other) => one.time - other.time)
    for (const { time, run } of events) {
      const block = this.chain.timeOf(this.chain.heightAt(time))
      if (block <= from) continue
      this.economy.book.begin(block)
      run()
    }
  }

  /** Plays one block, which the book must have begun. */
  playBlock(height: number): void {
    const { economy, chain } = this
    const time = chain.timeOf(height)
    const before = chain.timeOf(height - 1)
    const random = new Random(this.seed, height, 2)
    const passed = (length: Micros): boolean => Math.floor(time / length) > Math.floor(before / length)
    const beat = height % 120
    for (const [index, derivative] of economy.derivatives.entries())
      if (beat === index * 29 + 3) economy.settleMarket(derivative, time)
    if (random.chance(0.08)) economy.trade(time, random)
    if (random.chance(1 / 900)) economy.bank(time, random)
    if (random.chance(1 / 240)) economy.send(time, random)
    if (chain.epochAt(time) > chain.epochAt(before)) economy.distribute(chain.epochAt(time))
    if (passed(8 * hour)) for (const derivative of economy.derivatives) economy.fund(derivative, time, random)
    if (passed(day)) economy.reward(time, random)
  }

  private started(age: number): Micros {
    return this.chain.anchor - Math.round(age * day)
  }

  private eventsOf(start: Micros): Event[] {
    const { economy, chain } = this
    const random = new Random(this.seed, start / hour, 1)
    const events: Event[] = []
    const sometimes = (mean: number, run: (time: Micros) => void): void => {
      for (let left = random.poisson(mean); left > 0; left -= 1) {
        const time = start + random.integer(0, 3599) * second
        events.push({ time, run: () => run(time) })
      }
    }
    const every = (hours: number, after: Micros, run: (time: Micros) => void): void => {
      if ((start / hour) % hours === 0) events.push({ time: start + after, run: () => run(start + after) })
    }
    for (const [index, derivative] of economy.derivatives.entries()) {
      every(1, (11 + index * 13) * minute, (time) => economy.settleMarket(derivative, time))
      every(8, (3 + index) * second, (time) => economy.fund(derivative, time, random))
    }
    sometimes(3.5, (time) => economy.trade(time, random))
    sometimes(0.6, (time) => economy.bank(time, random))
    sometimes(0.5, (time) => economy.send(time, random))
    every(6, 10 * second, (time) => economy.distribute(chain.epochAt(time)))
    every(24, 20 * second, (time) => economy.reward(time, random))
    const arrivals = economy.world.parties.map((party) => ({ time: party.created, run: () => economy.arrive(party) }))
    const bonds = economy.commitments.map((commitment) => {
      return { time: this.started(commitment.age), run: () => economy.commit(commitment) }
    })
    const within = ({ time }: Event): boolean => time >= start && time < start + hour
    return [...events, ...arrivals.filter(within), ...bonds.filter(within)]
  }
}

export function* hoursOf(from: Micros, to: Micros): Generator<Micros> {
  for (let start = Math.floor(from / hour) * hour; start <= to; start += hour) yield start
}
