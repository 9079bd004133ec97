import { setTimeout as sleep } from 'node:timers/promises'
import { code } from '../../../../../wire/protocol/error.ts'
import { Fault } from '../../../../error.ts'
import { log } from '../../../../log.ts'
import { untilAborted } from '../../../../until-aborted.ts'
import type { HostState } from '../../../db.ts'
import type { SessionAttributes } from '../connection/connection-string.ts'
import { away } from '../fault.ts'
import type { BlockFloor } from './block-floor.ts'
import type { PoolName } from './host.ts'
import { type ChosenHost, type Expected, WatchedHost } from './watched-host.ts'

export interface HostsOptions {
  floor: BlockFloor
  wanted: SessionAttributes
  /** Blocks that a host may be behind the newest one before it is left out. */
  maxLag: number
  /** Milliseconds between two questions to a host; for tests. */
  askMs?: number
  /** Milliseconds that a read waits for a host to catch up; for tests. */
  waitMs?: number
  /** Milliseconds after which blocks that no host has are given up; for tests. */
  holdMs?: number
}

export interface Choosing<H> {
  /** Hosts that are chosen only where there is no other. */
  avoid?: ReadonlySet<H>
  /** A standby has broken off the read to follow its primary, which a primary does not. */
  conflicted?: boolean
  signal?: AbortSignal | undefined
}

/** A host that misses the newest block will have it in a moment. */
const soonMs = 20
const behindSeconds = 5

const behindFault = (): Fault =>
  new Fault(code.unavailable, 'No database has the newest block yet; try again in a few seconds.', behindSeconds)

/** Chooses among servers of the same database: those that answer, and have the newest block that was shown (decision 32). */
export class Hosts<H extends ChosenHost> {
  readonly #members: WatchedHost<H>[]
  readonly #closing = new AbortController()
  readonly #waiting = new Set<() => void>()
  readonly #options: Required<HostsOptions>
  #turn = 0
  /** When the newest block that was shown was missed first. */
  #missedSince: number | undefined

  constructor(hosts: readonly H[], options: HostsOptions) {
    this.#options = { askMs: 500, waitMs: 3000, holdMs: 10_000, ...options }
    this.#members = hosts.map((host) => new WatchedHost(host))
    options.floor.onRise(() => {
      for (const member of this.#members) if (member.state === 'well' && !this.#has(member)) member.askNow()
    })
    for (const member of this.#members) {
      void member.watch(
        ({ height }) => this.#expected(height),
        () => this.#heard(member),
        this.#closing.signal,
      )
    }
  }

  /**
   * The least busy host that may be read. Waits a moment for one that is catching up. Rejects with a Fault of code 14, or the
   * signal's reason.
   */
  async choose(pool: PoolName, { avoid = new Set(), conflicted = false, signal }: Choosing<H> = {}): Promise<H> {
    const until = performance.now() + this.#options.waitMs
    for (;;) {
      const usable = this.#usable()
      const others = usable.filter(({ host }) => !avoid.has(host))
      const primaries = conflicted ? others.filter(({ isStandby }) => !isStandby) : []
      const [best] = this.#byLoad([primaries, others, usable].find(({ length }) => length > 0) ?? [], pool)
      if (best) return best.host
      const soon = this.#members.some((member) => member.state === 'unknown' || this.#isCatchingUp(member))
      if (!soon) throw this.#members.every(({ state }) => state === 'away') ? away() : behindFault()
      const leftMs = until - performance.now()
      if (leftMs <= 0) throw behindFault()
      await untilAborted(this.#changed(leftMs), signal)
    }
  }

  /** A read of a host saw this height; resolves when it may be shown. */
  async saw(host: H, height: bigint): Promise<void> {
    const member = this.#members.find((one) => one.host === host)
    if (member && height > member.height) member.height = height
    await this.#options.floor.raise(height)
  }

  /** A read of a host found its connection broken: it is asked about itself at once. */
  suspect(host: H): void {
    this.#members.find((one) => one.host === host)?.askNow()
  }

  states(): HostState[] {
    const newest = this.#newest()
    return this.#members.map((member) => ({
      name: member.host.name,
      state: member.state === 'well' ? this.#stateOfWell(member) : member.state,
      ...(member.state === 'well' || member.state === 'behind' ? { lag: Number(newest - member.height) } : {}),
      isStandby: member.isStandby,
      isPaused: member.isPaused,
    }))
  }

  close(): void {
    this.#closing.abort()
    for (const member of this.#members) member.askNow()
  }

  #stateOfWell(member: WatchedHost<H>): HostState['state'] {
    if (!this.#fits(member)) return 'not wanted'
    return this.#has(member) ? 'in use' : 'catching up'
  }

  #has({ height }: WatchedHost<H>): boolean {
    return height >= this.#options.floor.height
  }

  #fits({ isStandby }: WatchedHost<H>): boolean {
    const { wanted } = this.#options
    if (wanted === 'any' || wanted === 'prefer-standby') return true
    return isStandby === (wanted === 'standby' || wanted === 'read-only')
  }

  #isCatchingUp(member: WatchedHost<H>): boolean {
    return member.state === 'well' && this.#fits(member) && !this.#has(member)
  }

  #usable(): WatchedHost<H>[] {
    const usable = this.#members.filter((member) => member.state === 'well' && this.#fits(member) && this.#has(member))
    const standbys = this.#options.wanted === 'prefer-standby' ? usable.filter(({ isStandby }) => isStandby) : []
    return standbys.length > 0 ? standbys : usable
  }

  /** Of hosts that are equally busy another one comes first each time. */
  #byLoad(members: readonly WatchedHost<H>[], pool: PoolName): WatchedHost<H>[] {
    this.#turn += 1
    const from = this.#turn % Math.max(members.length, 1)
    const turned = [...members.slice(from), ...members.slice(0, from)]
    return turned.sort((one, other) => one.host.load(pool) - other.host.load(pool))
  }

  #newest(): bigint {
    const heights = this.#members.filter(({ state }) => state !== 'away').map(({ height }) => height)
    return heights.reduce((newest, height) => (height > newest ? height : newest), this.#options.floor.height)
  }

  #expected(height: bigint): Expected {
    const known = this.#newest()
    return { newest: height > known ? height : known, shown: this.#options.floor.height, maxLag: this.#options.maxLag }
  }

  #heard(member: WatchedHost<H>): number {
    this.#giveUpMissed()
    for (const wake of this.#waiting) wake()
    return this.#isCatchingUp(member) ? soonMs : this.#options.askMs
  }

  /** When the newest block that was shown is lost with its host, reading goes on with what there is. */
  #giveUpMissed(): void {
    const present = this.#members.filter((member) => member.state !== 'away' && member.state !== 'unknown')
    const able = present.filter((member) => this.#fits(member))
    if (able.length === 0 || able.some((member) => this.#has(member))) {
      this.#missedSince = undefined
      return
    }
    this.#missedSince ??= performance.now()
    if (performance.now() - this.#missedSince < this.#options.holdMs) return
    this.#missedSince = undefined
    const { floor } = this.#options
    const newest = able.reduce((newest, { height }) => (height > newest ? height : newest), 0n)
    log.error(`Block ${floor.height} was shown and no database has it: reading goes on with block ${newest}.`)
    floor.lower(newest)
    for (const member of able) member.askNow()
  }

  async #changed(maxMs: number): Promise<void> {
    let wake: () => void = () => undefined
    const changed = new Promise<void>((resolve) => (wake = resolve))
    this.#waiting.add(wake)
    try {
      await Promise.race([changed, sleep(maxMs, undefined, { ref: false })])
    } finally {
      this.#waiting.delete(wake)
    }
  }
}
