import { readFileSync, readdirSync } from 'node:fs'

/** Ticks of the kernel's clock in a second; the same on every Linux. */
const ticksPerSecond = 100

interface Ticks {
  parent: number
  own: number
  /** Of processes that have ended. */
  ended: number
}

function ticksOf(pid: number | string): Ticks | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program stands in brackets and may hold spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    )
    return { parent, own: user + system, ended: endedUser + endedSystem }
  } catch {
    return undefined
  }
}

/** Seconds of processor time that a process and its children have used; NaN where the system does not say. */
export function processorTime(pid: number): number {
  const root = ticksOf(pid)
  if (!root) return Number.NaN
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => ticksOf(name) ?? [])
    .filter(({ parent }) => parent === pid)
  return [root, ...children].reduce((sum, { own, ended }) => sum + own + ended, 0) / ticksPerSecond
}

/** Megabytes of memory that a process has now, and the most it ever had; NaN where the system does not say. */
export function memoryOf(pid: number): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const of = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024) / 1e6
    return { now: of('VmRSS'), peak: of('VmHWM') }
  } catch {
    return { now: Number.NaN, peak: Number.NaN }
  }
}
