import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startBuiltService } from '../shared/built-service.ts'
import { memoryMb } from '../shared/process-cost.ts'
import { quantile } from '../shared/program.ts'
import { folder } from './imported-set.ts'
import type { Result } from './results.ts'

/** Starts the service and stops it as often as `times`: seconds until it answered a page, and its memory then. */
async function measureStart(
  named: Pick<Result, 'row' | 'database' | 'goal'>,
  options: readonly string[],
  times: number,
): Promise<Result> {
  const runs: { seconds: number; memory: number }[] = []
  for (let time = 0; time < times; time += 1) {
    const service = await startBuiltService(options)
    runs.push({ seconds: service.startMs / 1000, memory: memoryMb(service.pid, 'VmHWM') })
    await service.stop()
  }
  const median = (of: (run: (typeof runs)[number]) => number): number => quantile(runs.map(of), 0.5)
  return { ...named, unit: 's', value: median(({ seconds }) => seconds), memoryMB: median(({ memory }) => memory) }
}

/** The demo network, made anew and then opened again. */
export async function measureDemoStarts(rounds: number): Promise<Result[]> {
  const directory = join(folder, 'demo')
  const options = ['--demo-data', directory]
  rmSync(directory, { recursive: true, force: true })
  return [
    await measureStart({ row: 'start: demo network, new', database: 'PGlite', goal: 8 }, options, 1),
    await measureStart({ row: 'start: demo network, warm', database: 'PGlite', goal: 2 }, options, rounds),
  ]
}

const goals: Readonly<Record<string, number>> = { PGlite: 1.5, PostgreSQL: 0.5 }

export const measureImportedStart = (database: string, options: readonly string[], rounds: number): Promise<Result> =>
  measureStart({ row: 'start: imported network', database, goal: goals[database] ?? null }, options, rounds)
