import { randomUUID } from 'node:crypto'
import { promises as fs } from 'node:fs'
import { join } from 'node:path'
import { lockDirectory } from './directory-lock.ts'
import { firstMark, otherVersion, signFile, textOf } from './schema-version.ts'
import { syncDirectory } from './sync-directory.ts'

/** Of a creation under way: its name, a token, and the file in it that has the same token. */
const unfinishedPrefix = 'lyra-unfinished-'
const unfinishedFile = 'unfinished'

/** What `directory` holds. Rejects with a sentence for files that are not provably Lyra's; changes nothing. */
export async function examine(directory: string): Promise<'database' | 'nothing'> {
  const files = join(directory, 'pgdata')
  const names: string[] = await fs.readdir(directory).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    const why = error.code === 'ENOTDIR' ? 'it is not a directory' : (error.code ?? error.message)
    throw new Error(`The data directory ${directory} cannot be read: ${why}.`)
  })
  if (!names.includes('pgdata')) {
    const foreign = names.filter(
      (name) => !/^(lock.*|schema|lost\+found)$/.test(name) && !name.startsWith(unfinishedPrefix),
    )
    const mark = await textOf(join(directory, 'schema'))
    if (mark && mark !== firstMark) throw otherVersion(directory)
    if (foreign.length === 0) return 'nothing'
    throw new Error(
      `The directory ${directory} has other files (${foreign[0]}) and no database of Lyra: name an empty or a new one.`,
    )
  }
  const mark = await textOf(join(directory, 'schema'))
  if ((await textOf(join(files, signFile))) !== undefined || mark === firstMark) {
    // PGlite writes an empty database over the files where the first of these is missing.
    for (const name of ['PG_VERSION', 'global/pg_control'])
      if (!(await textOf(join(files, name))))
        throw new Error(
          `The database in ${files} is incomplete (${name} is missing, empty or unreadable), so it is left as it is: ` +
            'copy it again whole, or name another directory.',
        )
    return 'database'
  }
  if (mark) throw otherVersion(directory)
  throw new Error(
    `Nothing says that Lyra made the database in ${files}, so it is left as it is: name another directory. ` +
      `If Lyra did make it, write ${firstMark} into ${join(directory, 'schema')}.`,
  )
}

/** Whether `directory` holds a completely created database. Rejects with a sentence for files that are not Lyra's. */
export const isPgliteDirectory = async (directory: string): Promise<boolean> =>
  (await examine(directory)) === 'database'

/** Removes what an interrupted creation left: directories that hold the token of their own name. */
export async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await fs.readdir(directory)) {
    const token = await textOf(join(directory, name, unfinishedFile))
    if (name.startsWith(unfinishedPrefix) && name === `${unfinishedPrefix}${token}`)
      await fs.rm(join(directory, name), { recursive: true })
  }
}

/** Makes `pgdata` by `fill` beside its place and moves it there when it is whole and on the disk. */
export async function place(directory: string, fill: (files: string) => Promise<void>): Promise<void> {
  await removeUnfinished(directory)
  const token = randomUUID()
  const work = join(directory, `${unfinishedPrefix}${token}`)
  const files = join(work, 'pgdata')
  await fs.mkdir(work)
  await fs.writeFile(join(work, unfinishedFile), token)
  await fill(files)
  // PGlite lets everybody write to its files.
  await fs.chmod(files, 0o700)
  // Builds without numbers delete a database beside which this file is missing.
  await fs.writeFile(join(directory, 'schema'), `${firstMark}\n`)
  await syncDirectory(work)
  await fs.rename(files, join(directory, 'pgdata'))
  await fs.rm(join(work, unfinishedFile))
  await fs.rmdir(work)
  await syncDirectory(directory)
}

/**
 * Puts the database that `fill` writes into a new or empty `directory`, locked meanwhile. Rejects with a sentence for a
 * directory with anything in it, and as `fill` does; then nothing of it is left.
 */
export async function fillDirectory(directory: string, fill: (files: string) => Promise<void>): Promise<void> {
  const names = (): Promise<string[]> => fs.readdir(directory).catch(() => [])
  const isNew = (await fs.lstat(directory).catch(() => undefined)) === undefined
  const refuseFilled = async (): Promise<void> => {
    const known = new RegExp(`^(lock.*|lost\\+found|${unfinishedPrefix}.*)$`)
    if ((await examine(directory)) === 'database' || (await names()).some((name) => !known.test(name)))
      throw new Error(`The directory ${directory} is not empty: name an empty or a new one.`)
  }
  await refuseFilled()
  const unlock = await lockDirectory(directory)
  try {
    await refuseFilled()
    await place(directory, fill)
  } catch (error) {
    await removeUnfinished(directory)
    throw error
  } finally {
    await unlock()
    // Removes an empty directory alone.
    if (isNew) await fs.rmdir(directory).catch(() => undefined)
  }
}
