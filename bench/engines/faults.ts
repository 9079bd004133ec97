import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { fixed, grouped, printRow } from '../shared/program.ts'
import { type Server, ask, until } from '../shared/postgres.ts'
import { Readers } from './readers.ts'
import { Writer } from './writer.ts'

/** The servers that are read, and the service that reads them. */
export interface Replicated {
  primary: Server
  standbys: readonly [Server, Server]
  /** Services that read a standby before the primary, and the primary before its standbys. */
  standbyFirst: string
  primaryFirst: string
  /** A party whose ledger stands still; none when there is no ledger. */
  party: string | undefined
}

/** Whether a host is in a state by `/ready`. */
const isIn =
  (base: string, { port }: Server, state: string) =>
  async (): Promise<boolean> => {
    const text = await (await fetch(`${base}/ready`)).text()
    return text.split('\n').some((line) => line.startsWith(`127.0.0.1:${port} ${state}`))
  }

/** Reads that standbys have broken off to follow their primary. */
async function conflictsOf(standbys: readonly Server[]): Promise<number> {
  let sum = 0
  for (const standby of standbys) {
    const [row] = await ask(standby.url(), `select conflicts::text from pg_stat_database where datname = 'lyra'`)
    sum += Number(row?.[0])
  }
  return sum
}

/** Locks a table that is read, again and again: standbys break off the reads that are in the way. */
async function lockAgain(primary: Server, seconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url() })
  await client.connect()
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    await client.query('begin; lock table parties, ledger in access exclusive mode; commit')
    await sleep(5)
  }
  await client.end()
}

/** Breaks servers one after the other while clients read, and prints what they saw. Resolves to whether all was right. */
export async function runFaults(
  { primary, standbys, standbyFirst, primaryFirst, party }: Replicated,
  seconds: number,
): Promise<boolean> {
  const [one, two] = standbys
  let writer = new Writer(primary.url())
  await until('a block is written', () => Promise.resolve(writer.height > 0))
  let base = standbyFirst
  let readers = new Readers(base, party)
  let isRight = true
  const problems: string[] = []

  /** What is seen while `work` runs. */
  async function phase(name: string, work: () => Promise<string>): Promise<void> {
    readers.take()
    const outcome = await work()
    const seen = readers.take()
    isRight &&= seen.failures.length === 0 && seen.wrong.length === 0
    problems.push(...[...new Set([...seen.failures, ...seen.wrong])].slice(0, 4).map((words) => `${name}: ${words}`))
    const counts = [seen.requests, seen.exports, seen.failures.length, seen.wrong.length].map(grouped)
    printRow(name, ...counts, fixed(seen.longestMs, 0), `  ${outcome}`)
  }
  const inUse = (server: Server) => until(`${server.name} is used`, isIn(base, server, 'in use'))
  const took = (value: number): string => `${fixed(value, 2)} s`

  console.log('\nfaults under load: a block every 50 ms, 4 clients walk pages, one takes exports')
  printRow('', 'requests', 'exports', 'failed', 'wrong', 'longest ms', '  outcome')
  await phase('nothing', async () => {
    await sleep(seconds * 1000)
    return `block ${writer.height}`
  })
  await phase('a standby is paused', async () => {
    await ask(one.url(), 'select pg_wal_replay_pause()')
    const left = await until('it is left out', isIn(base, one, 'behind'))
    await sleep(seconds * 1000)
    await ask(one.url(), 'select pg_wal_replay_resume()')
    return `left out after ${took(left)}, read again ${took(await inUse(one))} after it went on`
  })
  await phase('a standby is killed', async () => {
    const [left] = await Promise.all([until('it is left out', isIn(base, one, 'away')), one.kill()])
    await sleep(seconds * 1000)
    return `left out after ${took(left)}`
  })
  await phase('and starts again', async () => {
    await one.start()
    return `read again ${took(await inUse(one))} after it answered`
  })
  const before = await conflictsOf(standbys)
  await phase('reads are broken off by replay', async () => {
    await lockAgain(primary, seconds)
    return `${(await conflictsOf(standbys)) - before} broken off`
  })
  await readers.stop()
  base = primaryFirst
  readers = new Readers(base, party)
  await phase('the primary is killed, a standby promoted', async () => {
    await writer.stop()
    await primary.kill()
    const began = performance.now()
    await sleep(500)
    await ask(one.url(), 'select pg_promote()')
    const last = writer.height
    writer = new Writer(one.url())
    await until('a block is written', () => Promise.resolve(writer.height > last))
    await until('a new block is shown', async () => {
      const { headers } = await fetch(`${base}/api/v2/vega/time`)
      return Number(headers.get('x-block-height')) > last
    })
    const recovered = (performance.now() - began) / 1000
    await sleep(seconds * 1000)
    return `block ${last + 1} or later shown ${took(recovered)} after the kill, 0.5 s of them before the promotion`
  })
  await phase('the other standby stays behind', async () => {
    const left = await until('it is left out', isIn(base, two, 'behind'))
    return `left out (waited ${took(left)})`
  })
  await Promise.all([readers.stop(), writer.stop()])
  for (const problem of new Set(problems)) console.log(`  ${problem}`)
  return isRight
}
