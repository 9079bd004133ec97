import { readFileSync, readdirSync } from 'node:fs'

/** Ticks of the kernel's clock in a second; the same on every Linux. */
const ticksPerSecond = 100

interface Process {
  pid: number
  parent: number
  /** Seconds of processor time, with those of children that have ended. */
  seconds: number
}

/** A file that the kernel has about a process; empty once it has ended, and where the system has no such files. */
function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}

function processes(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? procFile(Number(name), 'stat') : ''
    if (stat === '') return []
    // The name of the program stands in brackets and may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [parent = 0, ...ticks] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]))
    return [{ pid: Number(name), parent, seconds: ticks.reduce((sum, some) => sum + some, 0) / ticksPerSecond }]
  })
}

/** A process and everything that it started and that still runs. */
function familyOf(pid: number): Process[] {
  const all = processes()
  const family = all.filter((one) => one.pid === pid)
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member.pid))
  return family
}

/** Seconds of processor time that a process and everything it started have used; NaN where the system does not say. */
export function processorSeconds(pid: number): number {
  const family = familyOf(pid)
  return family.length === 0 ? Number.NaN : family.reduce((sum, { seconds }) => sum + seconds, 0)
}

/** Megabytes of memory that a process has (VmRSS), had at most (VmHWM) or shares with no other (RssAnon); else NaN. */
export function memoryMb(pid: number, kind: 'VmRSS' | 'VmHWM' | 'RssAnon' = 'VmRSS'): number {
  const kilobytes = new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(procFile(pid, 'status'))?.[1]
  return (Number(kilobytes) * 1024) / 1e6
}

/** Megabytes that the processes of a server have to themselves: what its shared buffers hold is left out. */
export const ownMemoryMb = (pid: number): number =>
  familyOf(pid).reduce((sum, member) => sum + (memoryMb(member.pid, 'RssAnon') || 0), 0)

/** Megabytes of the browser's largest renderer; `RssAnon` leaves out the program, which the kernel has once for all tabs. */
export const rendererMb = (pid: number, kind: 'VmRSS' | 'RssAnon' = 'VmRSS'): number =>
  familyOf(pid)
    .filter((member) => procFile(member.pid, 'cmdline').includes('--type=renderer'))
    .reduce((most, member) => Math.max(most, memoryMb(member.pid, kind) || 0), 0)

/** Reads a value again and again; the function that comes back ends this and gives the largest. */
export function watchLargest(read: () => number): () => number {
  let largest = read()
  const watch = setInterval(() => (largest = Math.max(largest, read())), 100)
  return () => {
    clearInterval(watch)
    return largest
  }
}
