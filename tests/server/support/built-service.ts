import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The service as built files, for tests of what only whole processes do. Below the repository, so that packages are found. */
export async function builtService(): Promise<{ main: string; remove: () => Promise<void> }> {
  const outDir = join(root, '.lyra', `built-${process.pid}-${process.hrtime.bigint()}`)
  await build({ root, configFile: join(root, 'vite.server.config.ts'), logLevel: 'error', build: { outDir } })
  return { main: join(outDir, 'main.js'), remove: () => rm(outDir, { recursive: true, force: true }) }
}

/** A running process with what it has printed so far. */
export class Started {
  printed = ''
  readonly exited: Promise<number | null>
  readonly #process: ChildProcess
  readonly #listeners = new Set<() => void>()

  constructor(main: string, args: readonly string[]) {
    this.#process = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.printed += text
        for (const listener of this.#listeners) listener()
      })
    }
    this.exited = once(this.#process, 'exit').then(([code]: (number | null)[]) => code ?? null)
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  /** The text that `pattern` finds, once it is printed. Rejects with all that was printed when the process ends before. */
  async says(pattern: RegExp): Promise<string> {
    const found = new Promise<string>((resolve) => {
      const look = (): void => {
        const [all, part] = pattern.exec(this.printed) ?? []
        if (all === undefined) return
        this.#listeners.delete(look)
        resolve(part ?? all)
      }
      this.#listeners.add(look)
      look()
    })
    const ended = this.exited.then((code): never => {
      throw new Error(`It ended with ${code} before it said ${pattern}:\n${this.printed}`)
    })
    return Promise.race([found, ended])
  }

  kill(signal: NodeJS.Signals): Promise<number | null> {
    this.#process.kill(signal)
    return this.exited
  }
}
