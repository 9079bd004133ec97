import { log } from '../../../../log.ts'
import type { Host, HostReport } from './host.ts'

/** A host as those who choose see it. */
export type ChosenHost = Pick<Host, 'name' | 'load' | 'report' | 'leave' | 'back'>

/** What is expected of a host. */
export interface Expected {
  /** The newest block that is known. */
  newest: bigint
  /** The newest block that was shown. */
  shown: bigint
  /** Blocks that a host may be behind. */
  maxLag: number
}

/** A host that is asked about itself again and again, and what it is good for. */
export class WatchedHost<H extends ChosenHost> {
  /** A host that is `well` is read once it has the newest block that was shown. */
  state: 'unknown' | 'well' | 'behind' | 'away' = 'unknown'
  height = 0n
  isStandby = false
  isPaused = false
  #since = performance.now()
  #askNow: () => void = () => undefined

  constructor(readonly host: H) {}

  /** Ends the pause before it is asked again. */
  askNow(): void {
    this.#askNow()
  }

  /** Asks it until `closing` aborts; `heard` is called after each answer, and gives the milliseconds until the next question. */
  async watch(expected: (report: HostReport) => Expected, heard: () => number, closing: AbortSignal): Promise<void> {
    while (!closing.aborted) {
      // The first failure may be that the connection was broken in the meantime.
      const report = await this.host.report().catch(() => this.host.report().catch(() => undefined))
      if (closing.aborted) return
      if (report) this.#judge(report, expected(report))
      else this.#enter('away', 'does not answer and is left out')
      const pauseMs = heard()
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs).unref()
        this.#askNow = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  #judge(report: HostReport, { newest, shown, maxLag }: Expected): void {
    const wasOut = this.state === 'behind' || this.state === 'away'
    this.height = report.height
    this.isStandby = report.isStandby
    this.isPaused = report.isPaused
    const lag = newest - report.height
    if (lag > BigInt(maxLag)) {
      const why = report.isPaused ? ', because its replay is paused' : ''
      this.#enter('behind', `is ${lag} blocks behind and left out${why}`)
    } else if (report.height >= shown) this.#enter('well', 'is read again')
    else if (!wasOut) this.#enter('well', 'is read once it has caught up')
  }

  #enter(state: typeof this.state, words: string): void {
    const before = this.state
    if (before === state) return
    const seconds = ((performance.now() - this.#since) / 1000).toFixed(1)
    this.state = state
    this.#since = performance.now()
    if (before === 'away') this.host.back()
    if (state === 'away') this.host.leave('The database is away; try again shortly.')
    if (state !== 'well') log.error(`${this.host.name} ${words}.`)
    else if (before !== 'unknown') log.info(`${this.host.name} ${words} after ${seconds} s.`)
  }
}
