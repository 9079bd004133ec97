import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { exportLedgerEntries } from '../../src/wire/ledger-export.ts'
import { listParties } from '../../src/wire/network.ts'
import { formatUrl } from '../../src/wire/protocol/url.ts'
import { download } from '../shared/download.ts'
import { heightOf } from './writer.ts'

/** What readers saw in a stretch of time. */
interface Seen {
  requests: number
  /** Whole exports. */
  exports: number
  /** Responses other than 200, and exports that broke off; the first ones in words. */
  failures: string[]
  /** Pages that were wrong or older than what the same client had seen, in words. */
  wrong: string[]
  /** The longest that a client waited for a response, milliseconds. */
  longestMs: number
}

const nothing = (): Seen => ({ requests: 0, exports: 0, failures: [], wrong: [], longestMs: 0 })

/** What a client has been shown, against which its next page is held. */
class Memory {
  #shown = 0
  #newest = 0
  /** The block that continues the walk; undefined on its first page. */
  #expected: number | undefined

  constructor(private readonly wrong: (words: string) => void) {}

  begin(): void {
    this.#expected = undefined
  }

  hold({ header, blocks }: { header: number; blocks: readonly number[] }): void {
    if (header < this.#shown) this.wrong(`X-Block-Height ran back from ${this.#shown} to ${header}`)
    this.#shown = Math.max(this.#shown, header)
    if (this.#expected === undefined) this.#holdNewest(blocks[0] ?? 0, header)
    for (const block of blocks) {
      const follows = this.#expected ?? block
      if (block !== follows) this.wrong(`block ${block} where ${follows} follows`)
      this.#expected = block - 1
    }
  }

  #holdNewest(newest: number, header: number): void {
    if (newest < this.#newest) this.wrong(`rows ran back from ${this.#newest} to ${newest}`)
    if (newest < header) this.wrong(`rows of block ${newest} under a header of ${header}`)
    this.#newest = Math.max(this.#newest, newest)
  }
}

/** Clients that walk pages and take exports without a pause, and hold every answer against the ones before. */
export class Readers {
  #seen = nothing()
  #stopped = false
  readonly #done: Promise<unknown>

  /** `party` has a ledger that does not change while they read. */
  constructor(
    private readonly base: string,
    party: string | undefined,
  ) {
    const walkers = Array.from({ length: 4 }, () => this.#walk())
    this.#done = Promise.all([...walkers, ...(party ? [this.#export(party)] : [])])
  }

  /** What was seen since the last call. */
  take(): Seen {
    const seen = this.#seen
    this.#seen = nothing()
    return seen
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#done
  }

  /** One client: pages of parties, newest first, three pages at a time. */
  async #walk(): Promise<void> {
    const memory = new Memory((words) => this.#wrong(words))
    while (!this.#stopped) {
      memory.begin()
      let after: string | undefined
      for (let page = 0; page < 3 && !this.#stopped; page += 1) {
        const first = 10 + Math.floor(Math.random() * 50)
        const answer = await this.#page({ first, ...(after !== undefined && { after }) })
        if (!answer) break
        memory.hold(answer)
        after = answer.end
        if (answer.blocks.length < first) break
      }
    }
  }

  async #page(pagination: { first: number; after?: string }) {
    const began = performance.now()
    try {
      const response = await fetch(this.base + formatUrl(listParties, { pagination }))
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${response.status} ${text.slice(0, 160)}`)
      const { edges, pageInfo } = v.parse(listParties.reply, JSON.parse(text)).parties
      const blocks = edges.flatMap(({ node }) => heightOf(node.id) ?? [])
      return { header: Number(response.headers.get('x-block-height')), blocks, end: pageInfo.endCursor }
    } catch (error) {
      this.#failed(error)
      await sleep(20)
      return undefined
    } finally {
      this.#seen.requests += 1
      this.#seen.longestMs = Math.max(this.#seen.longestMs, performance.now() - began)
    }
  }

  async #export(party: string): Promise<void> {
    const url = this.base + formatUrl(exportLedgerEntries, { partyId: party })
    const whole = await download(url, { isHashed: true })
    while (!this.#stopped) {
      try {
        const taken = await download(url, { isHashed: true })
        if (taken.bytes < whole.bytes) throw new Error('an export broke off')
        if (taken.sha256 !== whole.sha256) this.#wrong('an export differs from the one before')
        this.#seen.exports += 1
      } catch (error) {
        this.#failed(error)
      }
    }
  }

  #failed(error: unknown): void {
    this.#seen.failures.push(error instanceof Error ? error.message : String(error))
  }

  #wrong(words: string): void {
    this.#seen.wrong.push(words)
  }
}
