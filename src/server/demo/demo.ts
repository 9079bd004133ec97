import { setTimeout as wait } from 'node:timers/promises'
import type { Core } from '../core/core.ts'
import type { WritableDb } from '../database/db.ts'
import { produceBlock } from './chain/block.ts'
import { type Micros, parseTime, second } from './chain/chain.ts'
import { demoCore } from './chain/core.ts'
import { log } from '../log.ts'
import { catchUp, openNetwork, reopenNetwork } from './open-network.ts'
import type { Past } from './world.ts'
import { prune } from './chain/prune.ts'

/** A longer gap is filled in at once and not block by block. */
const maxBehind = 90 * second
const pruneEvery = 60

export interface DemoOptions {
  /** Determines parties and prices; by default the seed of the network in the database. */
  seed?: number | undefined
  /** The network's clock at the start, RFC3339. Without it, the clock of the machine. */
  time?: string | undefined
  /** How far back it reaches; by default a year of candles and 90 days of the ledger. */
  past?: Past
  /** No blocks are made. */
  frozen?: boolean | undefined
  /** Told what is being written while a network is made. */
  onProgress?: ((words: string) => void) | undefined
  /** Ends the making of a network, of which then nothing is left. */
  signal?: AbortSignal | undefined
  /** Milliseconds since 1970. */
  now?: () => number
}

/**
 * Makes the demo network in an empty database, or resumes an existing one after filling in the time it was off. Then
 * makes a block a second, unless `frozen`. Rejects when the database holds another network, and with RangeError for an
 * invalid time. `stop` resolves when nothing is written any more.
 */
export async function openDemo(
  db: WritableDb,
  { seed, time, past, frozen = false, onProgress, signal, now: clock = Date.now }: DemoOptions = {},
): Promise<{ core: Core; stop(): Promise<void> }> {
  const wall = (): Micros => Math.floor(clock() * 1000)
  const start = time === undefined ? Math.floor(wall() / second) * second : parseTime(time)
  const offset = time === undefined ? 0 : start - wall()
  let network = await openNetwork(db, {
    seed,
    time: start,
    past,
    frozen,
    exact: time !== undefined,
    maxBehind,
    onProgress,
    signal,
  })
  const headTime = (): Micros => network.world.chain.timeOf(network.height)
  // If the clock was set back a little, the network's time continues from its last block.
  let lead = Math.max(0, headTime() - (wall() + offset))
  let latest = 0
  // A clock that is set back while it runs would stop the network for as long.
  const running = (): Micros => {
    const read = wall() + offset
    lead = Math.max(lead, latest - read)
    return (latest = read + lead)
  }
  const now = frozen ? headTime : running
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
        log.error(`The demo network missed a block: ${error instanceof Error ? error.message : String(error)}`)
        await sleep(1000)
        // The network in memory may be ahead of the database.
        network = await reopenNetwork(db, network.world).catch(() => network)
      }
    }
  }

  const ended = frozen ? Promise.resolve() : run()
  const stop = async (): Promise<void> => {
    stopping.abort()
    await ended
  }
  return { core: demoCore(() => network, now), stop }
}
