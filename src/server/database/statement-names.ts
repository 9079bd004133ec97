import { host } from '#host'
import { LRUCache } from 'lru-cache'
import { sqlStateOf } from './db.ts'
import { log } from '../log.ts'

/** Statements that get a name. Each is kept by each connection, some 50 kB of the server's memory. */
const maxNames = 64
/** A statement that comes this often has parameters for what changes; one that does not come again is not worth a name. */
const timesBefore = 2
const maxCounted = 500

/**
 * A time within a text was chosen for one page, and planning with it can leave out chunks (decision 15); the bounds of all time are
 * constant, and the start of a day (`dayStartSql`) is that of all pages of the day.
 */
const oneTime = /'(?!0001-|9999-)\d{4,}-\d\d-\d\dT/

/** Between a client and PostgreSQL something hands a statement to a session that does not know its name, or knows it already. */
const otherSession = ['26000', '42P05']
/** "cached plan must not change result type": a table has changed. */
const changedTable = '0A000'

/**
 * Chooses the statements that a connection prepares under a name, so that they are parsed and planned once. The name is a
 * hash of the text: under it no session, not even one shared through a pooler, has another statement. The least recently used
 * names are given up, and closed on a connection when it prepares the next.
 */
export class StatementNames {
  readonly #counts = new LRUCache<string, number>({ max: maxCounted })
  readonly #names = new LRUCache<string, string>({ max: maxNames })
  /** Counts up where a name may stand for an old plan, so that none is used again. */
  #edition = 0
  #off: boolean

  constructor({ off = false }: { off?: boolean } = {}) {
    this.#off = off
  }

  /** The name of a statement, or undefined when it is to be sent without one. */
  nameOf(sql: string): string | undefined {
    if (this.#off) return undefined
    const chosen = this.#names.get(sql)
    if (chosen !== undefined || oneTime.test(sql)) return chosen
    const count = this.#counts.get(sql) ?? 0
    if (count < timesBefore) {
      this.#counts.set(sql, count + 1)
      return undefined
    }
    this.#counts.delete(sql)
    const text = this.#edition === 0 ? sql : `${this.#edition} ${sql}`
    const name = `lyra_${host.wordOf(text)}`
    this.#names.set(sql, name)
    return name
  }

  /**
   * Of the names that a connection has prepared, those it can let go of when it is to prepare `name`, and takes both into
   * account. None when it has `name` already.
   */
  takeUnused(prepared: Set<string>, name: string): string[] {
    if (prepared.has(name)) return []
    const used = new Set(this.#names.values())
    const unused = [...prepared].filter((one) => !used.has(one))
    for (const one of unused) prepared.delete(one)
    prepared.add(name)
    return unused
  }

  /** Records a failure of a named statement; true when it may succeed without a name. */
  mayRepeatUnnamed(sql: string, error: unknown): boolean {
    const state = sqlStateOf(error)
    if (otherSession.includes(state)) {
      if (!this.#off)
        log.info('A pooler in front of the database loses prepared statements: none are used from now on.')
      this.#off = true
      return true
    }
    if (state !== changedTable) return false
    this.#names.delete(sql)
    this.#edition += 1
    return true
  }
}
