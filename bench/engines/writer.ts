import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The block that a party stands for: the newest party of a page tells how new its rows are. Undefined for other parties. */
export const heightOf = (party: string): number | undefined =>
  party.startsWith('b10c') ? Number(party.slice(4)) : undefined

const block = `
  with next as (
    insert into blocks (vega_time, height, hash)
    select vega_time + interval '1 second', height + 1, decode(md5(height::text), 'hex') from last_block
    returning vega_time, height, hash),
  party as (
    insert into parties (id, tx_hash, vega_time)
    select decode('b10c' || lpad(height::text, 60, '0'), 'hex'), hash, vega_time from next)
  update last_block set vega_time = next.vega_time, height = next.height, hash = next.hash from next
  returning last_block.height::text`

/** Adds blocks to a server, one every 50 ms, until it is stopped. */
export class Writer {
  #stopped = false
  #height = 0
  readonly #done: Promise<void>

  constructor(url: string) {
    this.#done = this.#run(url)
  }

  /** The last block that was written. */
  get height(): number {
    return this.#height
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#done
  }

  async #run(url: string): Promise<void> {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      while (!this.#stopped) {
        const { rows } = await client.query<{ height: string }>(block)
        this.#height = Number(rows[0]?.height)
        await sleep(50)
      }
    } catch (error) {
      // A server that is killed takes its writer with it.
      if (!(error instanceof Error)) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
