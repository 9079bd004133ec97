import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'

/** An extension that is built from its source and installed into Debian's PostgreSQL. */
interface Extension {
  name: string
  /** Commands in the folder of the source. */
  commands: readonly (readonly [program: string, ...args: string[]])[]
}

const jobs = `-j${availableParallelism()}`

export const citus: Extension = {
  name: 'citus',
  commands: [['./configure'], ['make', jobs], ['make', 'install']],
}

export const timescale: Extension = {
  name: 'timescaledb',
  commands: [
    ['./bootstrap', '-DREGRESS_CHECKS=OFF', '-DWARNINGS_AS_ERRORS=OFF', '-DCMAKE_BUILD_TYPE=Release'],
    ['make', '-C', 'build', jobs],
    ['make', '-C', 'build', 'install'],
  ],
}

/** Builds and installs an extension unless the server has it. The source and `postgresql-server-dev` must be there. */
export function install({ name, commands }: Extension, source: string): void {
  const config = (what: string): string => execFileSync('pg_config', [what], { encoding: 'utf8' }).trim()
  if (existsSync(join(config('--pkglibdir'), `${name}.so`))) return
  console.log(`building ${name}, which takes some minutes`)
  for (const [program, ...args] of commands) execFileSync(program, args, { cwd: resolve(source), stdio: 'ignore' })
}

/** Bytes of memory that the processes of a server have to themselves: what its shared buffers hold is left out. */
export function ownMemory(serverProcess: number): number {
  let sum = 0
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${entry}/status`, 'utf8')
      const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      if (of('PPid') === serverProcess) sum += of('RssAnon') * 1024
    } catch {
      // The process has ended meanwhile.
    }
  }
  return sum
}
