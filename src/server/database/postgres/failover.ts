import { linkedSignal } from '../../abort-signal.ts'
import { readLastBlock } from '../chain.ts'
import type { Db, ExportReads, Reads, SqlRow } from '../db.ts'
import { Away, Interrupted, isConflict } from './fault.ts'
import { type FailoverHost, Hosts, type HostsOptions, type Server } from './hosts.ts'

/**
 * Several servers of one database, read-only (decision 32): each read goes to the first host that has the newest block shown so
 * far, and to the next one when it was broken off.
 */
export function failover(servers: readonly Server[], options: HostsOptions): Db {
  const hosts = new Hosts(servers, options)

  /** Reads over `readsAt` of one host after the other: `extraAttempts` says how often again once each host was tried. */
  function readsOver(readsAt: (host: FailoverHost) => Promise<Reads>, extraAttempts: number): Reads {
    async function* read<T>(
      caller: AbortSignal | undefined,
      at: (host: FailoverHost, reads: Reads, signal: AbortSignal) => AsyncIterable<T>,
    ): AsyncGenerator<T> {
      const tried = new Set<FailoverHost>()
      let replay = false
      for (let attempt = 1; ; attempt += 1) {
        const host = await hosts.choose(tried, replay, caller)
        const { signal, release } = linkedSignal(caller ? [caller, host.gone.signal] : [host.gone.signal])
        let begun = false
        try {
          for await (const piece of at(host, await readsAt(host), signal)) {
            begun = true
            yield piece
          }
          return
        } catch (error) {
          const mayRepeat = error instanceof Interrupted || error instanceof Away
          if (begun || !mayRepeat || caller?.aborted || attempt >= servers.length + extraAttempts) throw error
          tried.add(host)
          replay = isConflict(error)
          if (!replay && host.state === 'well') await hosts.ask(host)
        } finally {
          release()
        }
      }
    }
    return {
      async rows(sql, params, caller) {
        const results = read<SqlRow[]>(caller, async function* (host, reads, signal) {
          const rows = await reads.rows(sql, params, signal)
          await hosts.raise(host, reads, signal)
          yield rows
        })
        for await (const rows of results) return rows
        return []
      },
      copy: (query, caller) => read(caller, (_, reads, signal) => reads.copy(query, signal)),
    }
  }

  return {
    ...readsOver(({ db }) => Promise.resolve(db), 0),
    hosts: () => hosts.states(),
    shownHeight: () => hosts.shown,
    queues: () =>
      servers.flatMap(({ name, db }) =>
        (db.queues?.() ?? []).map((queue) => ({ ...queue, name: `${queue.name} ${name}` })),
      ),
    async openExport(signal) {
      // Each host that an export is read from admits it.
      const opened = new Map<FailoverHost, Promise<ExportReads>>()
      let latest: ExportReads | undefined
      const readsAt = async (host: FailoverHost): Promise<ExportReads> => {
        const opening = opened.get(host) ?? host.db.openExport(signal)
        opened.set(host, opening)
        opening.catch(() => opened.delete(host))
        return (latest = await opening)
      }
      const close = (): void => {
        for (const opening of opened.values()) void opening.then((reads) => reads.close()).catch(() => undefined)
      }
      // A page can be requested again, an export that standbys break off would be lost.
      const reads = readsOver(readsAt, 4)
      try {
        // Hosts have different newest blocks: the export ends with one that all of those that are read have.
        const block = await readLastBlock(reads, signal)
        const maxBlockTime = block && BigInt(block.time) / 1000n
        return {
          ...reads,
          ...(maxBlockTime !== undefined && { maxBlockTime }),
          spare: () => latest?.spare?.() ?? 0,
          close,
        }
      } catch (error) {
        close()
        throw error
      }
    },
    async close() {
      hosts.close()
      await Promise.all(servers.flatMap(({ db, watch }) => [db.close(), watch.close()]))
    },
  }
}
