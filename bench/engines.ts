import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type BuiltService, main, startBuiltService } from './built-service.ts'
import { download } from './download.ts'
import { type Corpus, compare, findCorpus, startCore } from './engines/comparer.ts'
import { runFaults } from './engines/faults.ts'
import { Server, Workplace, ask, freePort, startPooler } from './engines/processes.ts'
import { benchParty, writeLedgerArchive } from './ledger-archive.ts'
import { fixed, printRow, quantile, readOptions } from './program.ts'
import { loadGenerator } from './service/load-generator.ts'
import { type Target, chooseTargets } from './targets.ts'

const usage = `Starts what Debian has, a PostgreSQL with two standbys and pgbouncer, and holds Lyra over them against Lyra over
one PostgreSQL: recorded answers, rates, and faults under load.

  npm run bench -- engines [options]

  --corpus DIR   recorded answers of a real node, with compare.mjs and core.mjs (or LYRA_TEST_CORPUS); without them a
                 made-up ledger is read and nothing is compared
  --short        the share of it for every submission: two minutes on two cores
  --only TEXT    "rates" or "faults" alone
  --rows N       entries of the made-up ledger (100000)`

const options = readOptions(usage, {
  corpus: { type: 'string' },
  short: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  rows: { type: 'string', default: '100000' },
})
const seconds = options.short ? 1 : 4
const corpus = findCorpus(options.corpus)

/** Rates that the first engine of the table is the measure of. */
const measure = new Map<string, number>()

function printRate(name: string, target: string, value: number, unit: string): void {
  const plain = measure.get(target) ?? value
  measure.set(target, plain)
  printRow(`  ${target}`, `${fixed(value, 0)} ${unit}`, `${fixed(value / plain, 2)}x`)
  if (!Number.isFinite(value)) throw new Error(`${name}: ${target} was not measured`)
}

async function measureRates(name: string, base: string, reads: readonly Target[], file: Target): Promise<void> {
  console.log(`${name}, ${seconds} s each, 8 connections, beside one PostgreSQL`)
  const generator = loadGenerator()
  for (const { name: target, path } of reads) {
    const headers = { 'accept-encoding': 'identity' }
    const { perSecond, failed } = await generator.run(base + path, { connections: 8, seconds, headers })
    printRate(name, failed === 0 ? target : `${target}: ${failed} failed`, perSecond, 'req/s')
  }
  const runs: number[] = []
  for (let run = 0; run < 3; run += 1) {
    const { bytes, seconds } = await download(base + file.path)
    runs.push(bytes / 1e6 / seconds)
  }
  printRate(name, file.name, quantile(runs, 0.5), 'MB/s')
}

/** Loads the recorded network, or a made-up ledger. */
async function fill(place: Workplace, url: string): Promise<void> {
  const archives = corpus?.archives ?? [join(place.folder, 'made-up.zip')]
  if (!corpus && archives[0] !== undefined) await writeLedgerArchive(archives[0], Number(options.rows))
  const { status, stderr } = spawnSync(process.execPath, [main, 'import', ...archives, '--database', url], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the import failed: ${stderr}`)
}

interface Engine {
  name: string
  url: string
}

async function serve({ url }: Engine, core: number, more: readonly string[] = []): Promise<BuiltService> {
  return startBuiltService(['--database', url, '--core', `http://127.0.0.1:${core}`, ...more])
}

/** Compares and measures the engines; true when all answers are as recorded. */
async function tryEngines(engines: readonly Engine[], core: number, recorded: Corpus | undefined): Promise<boolean> {
  let isRight = true
  let targets: Awaited<ReturnType<typeof chooseTargets>> | undefined
  for (const engine of engines) {
    const service = await serve(engine, core, ['--cache', '0'])
    try {
      if (recorded) {
        const { line, ok } = compare(recorded, service.base)
        isRight &&= ok
        console.log(`\n${engine.name}: ${line}`)
      } else console.log(`\n${engine.name}`)
      targets ??= await chooseTargets(service.base)
      const wanted = ['listMarginModes', 'listParties', 'candles, newest 100']
      const reads = recorded ? targets.reads.filter(({ name }) => wanted.includes(name)) : targets.reads.slice(0, 0)
      await measureRates(engine.name, service.base, reads, targets.file)
    } finally {
      service.stop()
    }
  }
  return isRight
}

/** The party with the largest ledger of the recordings: its export is taken again and again. */
async function partyOf(server: Server): Promise<string | undefined> {
  if (!corpus) return benchParty
  const sql = `select encode(a.party_id, 'hex') from ledger l join accounts a on a.id = l.account_from_id
    where length(a.party_id) = 32 group by a.party_id order by count(*) desc limit 1`
  return (await ask(server.url(), sql))[0]?.[0]
}

const place = new Workplace()
const corePort = await freePort()
const core = corpus && startCore(corpus, corePort)
let isRight = false
try {
  const began = performance.now()
  const primary = await Server.primary(place)
  await ask(primary.url('postgres'), 'create database lyra')
  await fill(place, primary.url())
  const standbys = [
    await Server.standby(place, 'standby-1', primary),
    await Server.standby(place, 'standby-2', primary),
  ] as const
  const all = [primary, ...standbys]
  const hosts = all.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const [version] = await ask(primary.url(), 'show server_version')
  console.log(
    `PostgreSQL ${version?.[0] ?? ''}, a primary and two standbys, after ${fixed((performance.now() - began) / 1000)} s`,
  )
  const poolers = await Promise.all(
    ['transaction', 'session'].map(async (mode) => ({
      name: `pgbouncer, ${mode} mode`,
      url: await startPooler(place, primary, mode),
    })),
  )
  if (poolers.some(({ url }) => url === undefined))
    console.log('pgbouncer is not installed: nothing is tried behind it')
  const replicas = { name: 'a primary and two standbys', url: `postgres://lyra@${hosts}/lyra` }
  const engines = [
    { name: 'one PostgreSQL', url: primary.url() },
    ...poolers.flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }])),
    { name: 'one standby', url: standbys[0].url() },
    replicas,
  ]
  isRight = options.only === 'faults' || (await tryEngines(engines, corePort, corpus))
  const party = await partyOf(primary)
  if (options.only !== 'rates') {
    const service = await serve(replicas, corePort, ['--max-lag', '10', '--workers', '2'])
    try {
      isRight = (await runFaults({ primary, standbys, base: service.base, party }, seconds)) && isRight
    } finally {
      service.stop()
    }
  }
} finally {
  core?.kill()
  await place.end()
}
console.log(isRight ? '\nall answers were right' : '\nNOT all answers were right')
process.exitCode = isRight ? 0 : 1
