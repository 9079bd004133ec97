import { corpus, options, seconds, startCore } from './options.ts'
import { runFaults } from './faults.ts'
import { tryCitus, tryTimescale } from './from-source.ts'
import { busyParty } from '../data-set/data-set.ts'
import { withService } from '../shared/built-service.ts'
import { ask, Server, startPooler, Workplace } from '../shared/postgres.ts'
import { type Engine, fill, serving, tryEngines } from './rates.ts'
import { freePort } from '../../tests/server/support/private-cluster.ts'
import { fixed } from '../shared/program.ts'

/** The party with the largest ledger of the recordings: its export is taken again and again. */
async function partyOf(server: Server): Promise<string | undefined> {
  if (!corpus) return busyParty
  const sql = `select encode(a.party_id, 'hex') from ledger l join accounts a on a.id = l.account_from_id
    where length(a.party_id) = 32 group by a.party_id order by count(*) desc limit 1`
  return (await ask(server.url(), sql))[0]?.[0]
}

/** What Debian has: a primary, two standbys, pgbouncer. */
async function tryDebian(place: Workplace, core: number): Promise<boolean> {
  const began = performance.now()
  const primary = await Server.primary(place)
  await ask(primary.url('postgres'), 'create database lyra')
  await fill(primary.url())
  const standbys = [
    await Server.standby(place, 'standby-1', primary),
    await Server.standby(place, 'standby-2', primary),
  ] as const
  const hosts = [primary, ...standbys].map(({ port }) => `127.0.0.1:${port}`).join(',')
  const [version] = await ask(primary.url(), 'show server_version')
  const took = fixed((performance.now() - began) / 1000)
  console.log(`PostgreSQL ${version?.[0] ?? ''}, a primary and two standbys, after ${took} s`)
  const poolers: Engine[] = []
  for (const mode of ['transaction', 'session']) {
    const url = await startPooler(place, primary, mode)
    if (url === undefined) console.log('pgbouncer is not installed: nothing is tried behind it')
    else poolers.push({ name: `pgbouncer, ${mode} mode`, url })
  }
  const replicas = { name: 'a primary and two standbys', url: `postgres://lyra@${hosts}/lyra` }
  const plain = { name: 'one PostgreSQL', url: primary.url() }
  const engines = [plain, ...poolers, { name: 'one standby', url: standbys[0].url() }, replicas]
  const isAsRecorded = options.only === 'faults' || (await tryEngines(engines, core))
  if (options.only === 'rates') return isAsRecorded
  const party = await partyOf(primary)
  const preferring = { name: replicas.name, url: `${replicas.url}?target_session_attrs=prefer-standby` }
  const isRight = await withService(serving(preferring, core), ({ base: standbyFirst }) =>
    withService(serving(replicas, core), ({ base: primaryFirst }) =>
      runFaults({ primary, standbys, standbyFirst, primaryFirst, party }, seconds),
    ),
  )
  return isRight && isAsRecorded
}

const place = new Workplace()
const corePort = await freePort()
const core = corpus && startCore(corpus, corePort)
let isRight = false
try {
  if (options.citus !== undefined) isRight = await tryCitus(place, corePort, options.citus)
  else if (options.timescale !== undefined) isRight = await tryTimescale(place, corePort, options.timescale)
  else isRight = await tryDebian(place, corePort)
} finally {
  core?.kill()
  await place.end()
}
console.log(isRight ? '\nall answers were right' : '\nNOT all answers were right')
process.exitCode = isRight ? 0 : 1
