import { setTimeout as wait } from 'node:timers/promises'
import type { Core } from '../core/core.ts'
import type { WritableDb } from '../store/db.ts'
import { produceBlock } from './chain/block.ts'
import { type Micros, parseTime, second } from './chain/chain.ts'
import { demoCore } from './chain/core.ts'
import { catchUp, openNetwork, reopenNetwork } from './open-network.ts'
import type { Past } from './past.ts'
import { prune } from './chain/prune.ts'

/** More blocks behind than this are filled in at once, not made one by one. */
const maxBehind = 90 * second
const pruneEvery = 60

export interface DemoOptions {
  /** Other parties, other prices. Without it, the seed that the database was made with. */
  seed?: number
  /** The network's clock at the start: RFC3339 or Unix nanoseconds. Without it, the clock of the machine. */
  time?: string
  /** How much of the past it begins with. Without it, a year of candles and 90 days of the ledger. */
  past?: Past
  /** No block is made: the network stands still at `time`. */
  frozen?: boolean
  /** Milliseconds since 1970. */
  now?: () => number
}

/**
 * Makes the demo network in an empty database, or goes on with the one that is there after filling in the time it was
 * off. Then a block a second, unless `frozen`. Rejects when the database holds another network, and with RangeError for
 * a time that is none. `stop` resolves when nothing is written any more.
 */
export async function openDemo(
  db: WritableDb,
  { seed, time, past, frozen = false, now: clock = Date.now }: DemoOptions = {},
): Promise<{ core: Core; stop(): Promise<void> }> {
  const wall = (): Micros => Math.floor(clock() * 1000)
  const start = time === undefined ? Math.floor(wall() / second) * second : parseTime(time)
  const offset = time === undefined ? 0 : start - wall()
  let network = await openNetwork(db, { seed, time: start, past, frozen, exact: time !== undefined, maxBehind })
  const headTime = (): Micros => network.world.chain.timeOf(network.height)
  // A clock that was set back a little must not stop the network: its time goes on from its last block.
  const lead = Math.max(0, headTime() - (wall() + offset))
  const now = frozen ? headTime : (): Micros => wall() + offset + lead
  const stopping = new AbortController()
  const sleep = (ms: number): Promise<void> => wait(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  async function advance(): Promise<void> {
    const { world, height } = network
    const due = world.chain.dueTime(height + 1) - now()
    if (due > 0) return sleep(Math.min(due, second) / 1000)
    if (-due > maxBehind) {
      network = await catchUp(db, world, now())
      return undefined
    }
    await produceBlock(db, network)
    if (height % pruneEvery === 30) await prune(db, headTime(), Math.floor(height / pruneEvery))
    return undefined
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await advance()
      } catch (error) {
        console.error(`The demo network missed a block: ${error instanceof Error ? error.message : String(error)}`)
        await sleep(1000)
        // What is in memory may be ahead of what was kept.
        network = await reopenNetwork(db, network.world).catch(() => network)
      }
    }
  }

  const running = frozen ? Promise.resolve() : run()
  const stop = async (): Promise<void> => {
    stopping.abort()
    await running
  }
  return { core: demoCore(() => network, now), stop }
}
