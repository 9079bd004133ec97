import { readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, totalmem } from 'node:os'
import * as v from 'valibot'
import { fixed, grouped, printRow } from '../shared/program.ts'

type Figure = number | null | undefined

/** What one row came to on one database. Figures that a row does not have, or the system does not give, are left out. */
export interface Result {
  row: string
  database: string
  /** Requests, megabytes or rows a second; seconds where `unit` says so. */
  value?: Figure
  unit: 'requests/s' | 'MB/s' | 'rows/s' | 's'
  /** To bare node:http with the same body, in the same run. */
  ratio?: Figure
  goal?: Figure
  /** At most: bare gave 22,800 requests a second that day with 100 kB, and more with less. */
  originalRatio?: Figure
  bare?: Figure
  bytes?: Figure
  p50Ms?: Figure
  p99Ms?: Figure
  /** Milliseconds of processor time for each request, and bare node:http's share of the sum: other programs do not change it. */
  serviceMs?: Figure
  databaseMs?: Figure
  workRatio?: Figure
  memoryMB?: Figure
  lagMs?: Figure
  firstRowMs?: Figure
}

interface Report {
  date: string
  command: string
  machine: string
  node: string
  generator: string
  results: readonly Result[]
}

/** What is read of the report of another run. */
const Ratios = v.object({
  results: v.array(v.object({ row: v.string(), database: v.string(), ratio: v.nullish(v.number()) })),
})

export const machineText = (): string =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${fixed(totalmem() / 2 ** 30, 0)} GiB, ${platform()} ${arch()}`

/** The table that figures are compared with. */
const table = 'docs/performance.json'

/** The ratios of the table by row and database; none where there is no table. */
export function readTable(): ReadonlyMap<string, number> {
  try {
    const { results } = v.parse(Ratios, JSON.parse(readFileSync(table, 'utf8')))
    return new Map(results.flatMap(({ row, database, ratio }) => (ratio ? [[`${row} ${database}`, ratio]] : [])))
  } catch {
    console.log(`There is no ${table} that can be read, so nothing is compared with it.`)
    return new Map()
  }
}

export function writeReport(path: string, report: Report): void {
  const digits = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)
  writeFileSync(path, `${JSON.stringify(report, digits, 2)}\n`)
}

const red = (text: string): string => `\u001B[31m${text}\u001B[39m`
/** A row is named when its ratio falls below this share of the table's. */
const loss = 0.8

const number = (value: Figure, digits: number): string =>
  value === null || value === undefined || Number.isNaN(value) ? '-' : fixed(value, digits)

export function printHead(): void {
  const speed = ['database', 'a second', 'bare', 'ratio', 'by work', 'goal', 'original']
  printRow('', ...speed, 'p50 ms', 'p99 ms', 'service ms', 'db ms', 'memory MB', 'lag ms')
}

/** Prints a row, and in red what it was in the table when it has lost more than a fifth of its ratio. */
export function printResult(result: Result, before: ReadonlyMap<string, number>): void {
  const { row, database, value, unit, ratio, goal, firstRowMs } = result
  const size = unit === 's' ? `${number(value, 2)} s` : grouped(Math.round(value ?? Number.NaN))
  const cells = [size, number(result.bare, 0), number(ratio, 3), number(result.workRatio, 3), number(goal, 2)]
  const original = number(result.originalRatio, 4)
  const times = [result.p50Ms, result.p99Ms, result.serviceMs, result.databaseMs].map((time) => number(time, 2))
  printRow(row, database, ...cells, original, ...times, number(result.memoryMB, 0), number(result.lagMs, 1))
  if (typeof firstRowMs === 'number') console.log(`  first row after ${fixed(firstRowMs)} ms`)
  const earlier = before.get(`${row} ${database}`)
  if (earlier !== undefined && typeof ratio === 'number' && ratio < loss * earlier) {
    console.log(red(`  ${row} on ${database}: ratio ${fixed(ratio, 3)}, was ${fixed(earlier, 3)} in ${table}`))
  }
}
