import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { quantile } from '../shared/program.ts'
import type { BuiltService } from '../shared/built-service.ts'
import type { Load, LoadGenerator, LoadOptions } from '../shared/load-generator.ts'
import { memoryMb, processorSeconds } from '../shared/process-cost.ts'
import type { Result } from './results.ts'
import type { ReadRow } from './rows.ts'

/** Bare node:http, which serves the body of the last response that it was given. */
export class BareServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(): Promise<BareServer> {
    const child = fork(new URL('./bare.mjs', import.meta.url))
    const [port] = (await once(child, 'message')) as [number]
    return new BareServer(child, `http://127.0.0.1:${port}/`)
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  /** Serves the body of a response, `streamed` times over in pieces, or once as a whole for 0. Resolves to its bytes. */
  async imitate(response: Response, streamed = 0): Promise<number> {
    const body = Buffer.from(await response.arrayBuffer())
    const own = /^(?:date|connection|keep-alive|content-length|content-encoding|transfer-encoding)$/
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !own.test(name)))
    this.child.send({ headers, body: body.toString('base64'), streamed })
    await once(this.child, 'message')
    return body.byteLength
  }

  stop(): void {
    this.child.disconnect()
  }
}

/** A service that is measured beside others. */
export interface MeasuredService {
  database: string
  service: BuiltService
  /** The process of its PostgreSQL. */
  databasePid?: number | undefined
}

export interface Rounds extends Omit<LoadOptions, 'headers'> {
  generator: LoadGenerator
  rounds: number
}

interface Round extends Load {
  serviceMs: number
  databaseMs: number | undefined
  lagMs: number
}

async function loadSubject(
  { service, databasePid }: MeasuredService,
  path: string,
  options: LoadOptions,
  generator: LoadGenerator,
): Promise<Round> {
  const busy = () =>
    [processorSeconds(service.pid), databasePid === undefined ? undefined : processorSeconds(databasePid)] as const
  await service.lagMs()
  const [serviceBefore, databaseBefore] = busy()
  const load = await generator.run(service.base + path, options)
  const [serviceAfter, databaseAfter] = busy()
  const each = 1000 / (load.perSecond * options.seconds)
  return {
    ...load,
    serviceMs: (serviceAfter - serviceBefore) * each,
    databaseMs:
      databaseAfter === undefined || databaseBefore === undefined ? undefined : (databaseAfter - databaseBefore) * each,
    lagMs: await service.lagMs(),
  }
}

const median = <T>(rounds: readonly T[], of: (round: T) => number | undefined): number =>
  quantile(
    rounds.map((round) => of(round) ?? Number.NaN),
    0.5,
  )

/** Lets the service prepare its statements and compile its code. */
async function warm(url: string): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let time = 0; time < 25; time += 1) await (await fetch(url)).arrayBuffer()
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}

/** Bare node:http as the reference of the original's figures. */
const bareOfOriginal = 22_800
const originalRatio = ({ original }: ReadRow): number | undefined => original && original / bareOfOriginal

/** Measures a row's plain body on every database in turns with bare node:http, round by round; the medians count. */
export async function measureRead(
  row: ReadRow,
  subjects: readonly MeasuredService[],
  bare: BareServer,
  options: Rounds,
): Promise<Result[]> {
  const { generator, rounds, connections, seconds } = options
  const [first] = subjects
  if (!first) return []
  const response = await fetch(first.service.base + row.path, { headers: { 'accept-encoding': 'identity' } })
  if (!response.ok) throw new Error(`${row.name}: HTTP ${response.status} ${await response.text()}`)
  const etag = response.headers.get('etag')
  const bytes = await bare.imitate(response)
  const headers = row.isKnown === true && etag !== null ? { 'If-None-Match': etag } : {}
  for (const { service } of subjects) await warm(service.base + row.path)
  const measured = new Map<MeasuredService, Round[]>(subjects.map((subject) => [subject, []]))
  const bareRounds: (Load & { busy: number })[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [subject, list] of measured) {
      list.push(await loadSubject(subject, row.path, { connections, seconds, headers }, generator))
    }
    const before = processorSeconds(bare.pid)
    const load = await generator.run(bare.url, { connections, seconds })
    bareRounds.push({ ...load, busy: (processorSeconds(bare.pid) - before) / seconds })
  }
  const failed = [...measured.values()].flat().reduce((sum, load) => sum + load.failed, 0)
  if (failed > 0) console.log(`  ${row.name}: ${failed} requests failed`)
  const busy = median(bareRounds, (load) => load.busy)
  if (busy < 0.85)
    console.log(`  ${row.name}: bare used ${Math.round(busy * 100)} % of a core, so this ratio is too kind`)
  const plain = median(bareRounds, ({ perSecond }) => perSecond)
  const plainMs = median(bareRounds, ({ busy, perSecond }) => (1000 * busy) / perSecond)
  return [...measured].map(([{ database, service, databasePid }, list]) => {
    const perSecond = median(list, ({ perSecond }) => perSecond)
    const [serviceMs, databaseMs] = [median(list, (load) => load.serviceMs), median(list, (load) => load.databaseMs)]
    // The goals, like the figures of the original, are for PostgreSQL.
    const compared = databasePid === undefined ? {} : { goal: row.goal, originalRatio: originalRatio(row) }
    return {
      row: row.name,
      database,
      unit: 'requests/s' as const,
      value: perSecond,
      ratio: perSecond / plain,
      workRatio: plainMs / (serviceMs + (databasePid === undefined ? 0 : databaseMs)),
      ...compared,
      bare: plain,
      bytes,
      p50Ms: median(list, ({ p50 }) => p50),
      p99Ms: median(list, ({ p99 }) => p99),
      serviceMs,
      databaseMs,
      memoryMB: memoryMb(service.pid),
      lagMs: median(list, ({ lagMs }) => lagMs),
    }
  })
}
