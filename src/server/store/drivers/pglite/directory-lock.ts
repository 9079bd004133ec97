import { promises as fs } from 'node:fs'
import { join } from 'node:path'

const held = new Set<string>()

/** When a process started, which distinguishes it from a later one with the same id; empty where the system does not report it. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await fs.readFile(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

async function lives(pid: number, start: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  const now = await startOf(pid)
  return now === '' || start === '' || now === start
}

const readIfThere = (file: string): Promise<string> => fs.readFile(file, 'utf8').catch(() => '')

/** The text of a lock file; an empty one is read again after a moment, as its writer may not have finished. */
async function readLock(file: string): Promise<string> {
  const text = await readIfThere(file)
  if (text !== '') return text
  await new Promise((resolve) => setTimeout(resolve, 100))
  return readIfThere(file)
}

/** Removes the file if it still contains `stale`. False when another process has written its own meanwhile. */
async function remove(file: string, stale: string): Promise<boolean> {
  const aside = `${file}.${process.pid}`
  try {
    await fs.rename(file, aside)
  } catch {
    return true
  }
  const mistaken = (await readIfThere(aside)) !== stale
  if (mistaken) await fs.rename(aside, file)
  else await fs.rm(aside, { force: true })
  return !mistaken
}

export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
}

/** A file system that takes no files, as a sentence that names the directory. */
function writeFailure(error: unknown, directory: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  const why = { EROFS: 'its file system is read-only', EACCES: 'that is not allowed', ENOSPC: 'its disk is full' }[
    String(error.code)
  ]
  return why === undefined ? error : new Error(`The data directory ${directory} cannot be written: ${why}.`)
}

/** Locks `directory` for this process until the result is called. Rejects with DirectoryInUse; replaces dead locks. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  await fs
    .mkdir(directory, { recursive: true })
    .catch((error: unknown) => Promise.reject(writeFailure(error, directory)))
  const file = join(directory, 'lock')
  const refusal = (pid: number): Error =>
    new DirectoryInUse(`The data directory ${directory} is in use by process ${pid}: stop that one first.`)
  if (held.has(file)) throw refusal(process.pid)
  const own = `${process.pid} ${await startOf(process.pid)}\n`
  for (;;) {
    try {
      await fs.writeFile(file, own, { flag: 'wx' })
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw writeFailure(error, directory)
    }
    const text = await readLock(file)
    const [pid = '', start = ''] = text.trim().split(' ')
    const other = Number(pid)
    // Our own process id in a file that we did not write is left from an earlier container.
    if (/^\d+$/.test(pid) && other !== process.pid && (await lives(other, start))) throw refusal(other)
    if (!(await remove(file, text))) throw refusal(Number((await readIfThere(file)).split(' ')[0]))
  }
  held.add(file)
  return async () => {
    held.delete(file)
    if ((await readIfThere(file)) === own) await fs.rm(file, { force: true })
  }
}
