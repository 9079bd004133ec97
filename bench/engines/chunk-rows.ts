import { candleIdOf, listCandles } from '../../src/wire/candles.ts'
import { exportLedgerEntries } from '../../src/wire/ledger-export.ts'
import { formatUrl } from '../../src/wire/protocol/url.ts'
import type { BuiltService } from '../shared/built-service.ts'
import { download } from '../shared/download.ts'
import { fixed, printRow } from '../shared/program.ts'
import { busyParty, day, end, markets, quietParty } from '../data-set/data-set.ts'
import { loadPlain } from '../shared/load-generator.ts'
import { processorSeconds } from '../shared/process-cost.ts'
import { chooseRows } from '../service/rows.ts'

/** Turns of each row on both databases: other work on the machine changes from second to second. */
const turns = 3

interface Row {
  name: string
  path: string
  isExport?: boolean
}

const [market = ''] = markets
const nanoseconds = (ms: number): string => `${ms}000000`
const pagination = { first: 1000 }
const oneDay = { fromTimestamp: nanoseconds(end - 11 * day), toTimestamp: nanoseconds(end - 10 * day) }

/** Pages of the intervals that the service's table does not have. */
const intervalRows: readonly Row[] = ['1 hour', '1 day', 'block'].flatMap((interval) => {
  const candleId = candleIdOf(interval, market)
  return [
    { name: `candles, newest 1000, ${interval}`, path: formatUrl(listCandles, { candleId, pagination }) },
    { name: `candles, one day, ${interval}`, path: formatUrl(listCandles, { candleId, ...oneDay, pagination }) },
  ]
})

function minutesOf(name: string, marketId: string): Row {
  return { name, path: formatUrl(listCandles, { candleId: candleIdOf('1 minute', marketId), pagination }) }
}

const exportRow = (name: string, partyId: string): Row => ({
  name,
  path: formatUrl(exportLedgerEntries, { partyId }),
  isExport: true,
})

/** Rows of the service's table that read the database. */
const tableRows: readonly Row[] = chooseRows('').filter(
  ({ name, isCached = false }) => !isCached && name !== 'spam statistics',
)
/** Pages of one-minute candles, of one of the markets that were added too. */
export const minuteRows: readonly Row[] = [
  ...tableRows.filter(({ name }) => name.includes('candles, ')),
  minutesOf('candles, newest 1000 of the tenth market', markets[18] ?? ''),
]
export const allRows: readonly Row[] = [
  ...tableRows,
  ...intervalRows,
  exportRow('export of half the ledger', busyParty),
  exportRow('export of 200 rows', quietParty),
]

/** A service over a database, and the process of its server. */
export interface ServedDatabase {
  service: BuiltService
  serverPid: number
}

/** What a row came to on a database: its best rate, and processor time of service and server in milliseconds for a request. */
class Work {
  perSecond = 0
  #requests = 0
  #busyMs = 0

  get ms(): number {
    return this.#busyMs / this.#requests
  }

  async turn({ service, serverPid }: ServedDatabase, row: Row): Promise<void> {
    const busy = (): number => 1000 * (processorSeconds(service.pid) + processorSeconds(serverPid))
    const [before, began] = [busy(), performance.now()]
    const requests = await (row.isExport === true ? exported : loaded)(service.base + row.path)
    this.#busyMs += busy() - before
    this.#requests += requests
    this.perSecond = Math.max(this.perSecond, (1000 * requests) / (performance.now() - began))
  }
}

/** Requests that were answered in a second. Throws when one was refused. */
async function loaded(url: string): Promise<number> {
  const { perSecond, failed } = await loadPlain(url, 4, 1)
  if (failed > 0) throw new Error(`${failed} requests failed: ${url}`)
  return perSecond
}

/** Exports until half a second is over: one of 200 rows is too short to be measured alone. */
async function exported(url: string): Promise<number> {
  const began = performance.now()
  let count = 0
  do {
    await download(url)
    count += 1
  } while (performance.now() - began < 500)
  return count
}

const bodyOf = async (url: string): Promise<string> => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`HTTP ${response.status} of ${url}: ${await response.text()}`)
  return response.text()
}

/**
 * Measures rows on plain tables and on chunks in turns. True when all answers are the same and none costs more than twice the
 * processor time in chunks; rates depend on what else runs, and are printed beside it.
 */
export async function compareRows(title: string, rows: readonly Row[], plain: ServedDatabase, chunked: ServedDatabase) {
  printRow(`\n${title}`, 'plain /s', 'chunks /s', 'ratio', 'plain ms', 'chunks ms', 'ratio')
  let isWithin = true
  for (const row of rows) {
    const bodies = await Promise.all([plain, chunked].map(({ service }) => bodyOf(service.base + row.path)))
    const [one, other] = [new Work(), new Work()]
    for (let turn = 0; turn < turns; turn += 1) {
      await one.turn(plain, row)
      await other.turn(chunked, row)
    }
    const ratio = other.ms / one.ms
    const same = bodies[0] === bodies[1]
    isWithin &&= same && ratio <= 2
    printRow(
      `  ${row.name}`,
      ...[one.perSecond, other.perSecond, one.perSecond / other.perSecond].map((value) => fixed(value, 2)),
      ...[one.ms, other.ms, ratio].map((value) => fixed(value, 2)),
      ...(ratio > 2 ? ['  ABOVE 2'] : []),
      ...(same ? [] : ['  OTHER ANSWER']),
    )
  }
  return isWithin
}
