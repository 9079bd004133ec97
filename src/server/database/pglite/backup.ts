import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, type Dirent, promises as fs } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { type Extract, extract, pack, type Pack } from 'tar-stream'
import { codeOf, fileFault } from '../../file-fault.ts'
import { fillDirectory, isPgliteDirectory, syncPath } from './data-directory.ts'
import { lockDirectory } from './directory-lock.ts'

/** Not a whole backup; the message ends a sentence about the file. */
class Damaged extends Error {}

/** First in a backup: what it is. */
const titleName = 'lyra-backup.json'
const title = `${JSON.stringify({ program: 'lyra', format: 1 })}\n`
/** Last in a backup: a line for each file, as `sha256sum --check` reads them. A file without it is cut off. */
const sumsName = 'lyra-sums.txt'
/** Names that PostgreSQL gives to its files; none leaves the directory. */
const databaseName = /^pgdata(?:\/(?!\.\.?(?:\/|$))[\w.-]+)+$/

/** Copies all bytes; gives their SHA-256. */
async function copy(from: AsyncIterable<Buffer>, to: NodeJS.WritableStream): Promise<string> {
  const hash = createHash('sha256')
  async function* hashed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const bytes of chunks) {
      hash.update(bytes)
      yield bytes
    }
  }
  await pipeline(from, hashed, to)
  return hash.digest('hex')
}

/** Puts the database's files into `tar`. Rejects for a file that changes meanwhile. */
async function packFiles(directory: string, tar: Pack): Promise<void> {
  tar.entry({ name: titleName, mode: 0o600 }, title)
  const files = join(directory, 'pgdata')
  const entries = await fs.readdir(files, { recursive: true, withFileTypes: true })
  const sums: string[] = []
  const pathOf = (entry: Dirent): string => join(entry.parentPath, entry.name)
  for (const entry of entries.toSorted((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1))) {
    const path = pathOf(entry)
    const name = `pgdata/${relative(files, path).replaceAll('\\', '/')}`
    if (!databaseName.test(name) || !(entry.isDirectory() || entry.isFile()))
      throw new Error(`${path} is not a file of a database, so no backup was made: move it elsewhere.`)
    if (entry.isDirectory()) {
      tar.entry({ name, type: 'directory', mode: 0o700 })
      continue
    }
    const { size } = await fs.stat(path)
    const sum = await copy(createReadStream(path), tar.entry({ name, size, mode: 0o600 })).catch((error: unknown) => {
      if (!(error instanceof Error && error.message === 'Size mismatch')) throw error
      throw new Error(`${path} changed while it was read, so no backup was made.`)
    })
    sums.push(`${sum}  ${name}\n`)
  }
  tar.entry({ name: sumsName, mode: 0o600 }, sums.join(''))
  tar.finalize()
}

const refuseExisting = async (file: string): Promise<void> => {
  if (await fs.lstat(file).catch(() => undefined))
    throw new Error(`${file} exists, and a backup replaces nothing: name another file.`)
}

/** Gives a whole file its name, unless another file got that meanwhile. */
async function rename(unfinished: string, file: string): Promise<void> {
  try {
    await fs.link(unfinished, file)
  } catch (error) {
    await refuseExisting(file)
    if (!/EPERM|ENOTSUP|ENOSYS/.test(codeOf(error))) throw error
    // A file system without links, such as FAT.
    await fs.rename(unfinished, file)
    return
  }
  await fs.rm(unfinished)
}

/**
 * Writes the database in `directory` to a new `file`, a tar.gz, whose name it gets when it is whole and on the disk. Holds
 * the directory's lock. Rejects with a sentence, with DirectoryInUse, or with the signal's reason; then no file is left.
 */
export async function writeBackup(directory: string, file: string, signal: AbortSignal): Promise<void> {
  if (!(await isPgliteDirectory(directory))) throw new Error(`There is no database of Lyra in ${directory}.`)
  await refuseExisting(file)
  if (!relative(resolve(directory), resolve(file)).startsWith('..'))
    throw new Error(`${file} is within ${directory}: name a file elsewhere, best on another disk.`)
  const unlock = await lockDirectory(directory)
  const unfinished = `${file}.unfinished-${randomUUID()}`
  try {
    const output = (await fs.open(unfinished, 'wx', 0o600)).createWriteStream({ flush: true })
    // Faster than a disk at a tenth more bytes than by default.
    const gzip = createGzip({ level: constants.Z_BEST_SPEED })
    const tar = pack()
    packFiles(directory, tar).catch((error: Error) => tar.destroy(error))
    await pipeline(tar, gzip, output, { signal })
    await rename(unfinished, file)
    await syncPath(dirname(resolve(file)))
  } catch (error) {
    // Its own failure must not hide why there is no file.
    await fs.rm(unfinished, { force: true }).catch(() => undefined)
    if (signal.aborted) throw signal.reason
    const { syscall, path } = error as NodeJS.ErrnoException
    if (syscall !== 'write' && path !== unfinished) throw error
    throw new Error(`${file} cannot be written: ${fileFault(error)}.`, { cause: error })
  } finally {
    await unlock()
  }
}

/** Writes the files of a backup to `files` and compares their sums. */
async function unpack(tar: Extract, files: string): Promise<void> {
  const sums: string[] = []
  let at: 'begin' | 'files' | 'end' = 'begin'
  for await (const entry of tar) {
    const { name: written, size = 0, type } = entry.header
    const name = written.replace(/\/$/, '')
    const path = join(files, name.slice('pgdata/'.length))
    if (at === 'begin') {
      if (name !== titleName || size > 10_000) throw new Damaged('was not made by lyra backup')
      if ((await text(entry)) !== title) throw new Damaged('was made by another version of Lyra')
      await fs.mkdir(files)
      at = 'files'
    } else if (at === 'end') throw new Damaged('has something behind its end')
    else if (name === sumsName) {
      if (size !== sums.join('').length || (await text(entry)) !== sums.join(''))
        throw new Damaged('has other bytes than were backed up')
      at = 'end'
    } else if (!databaseName.test(name)) throw new Damaged(`has ${name}, which is no file of a database`)
    else if (type === 'directory') {
      await fs.mkdir(path)
      entry.resume()
    } else if (type === 'file')
      sums.push(`${await copy(entry, createWriteStream(path, { flags: 'wx', mode: 0o600 }))}  ${name}\n`)
    else throw new Damaged(`has ${name}, which is neither a file nor a directory`)
  }
  if (at !== 'end') throw new Damaged('ends early')
}

/**
 * Writes the database of a backup into a new or empty `directory`, where it appears when it is whole and on the disk. Rejects
 * with a sentence for a file that is no whole backup, or the signal's reason; then nothing of it is left.
 */
export async function restoreBackup(file: string, directory: string, signal: AbortSignal): Promise<void> {
  const input = await fs.open(file, 'r').catch((error: unknown) => {
    throw new Error(`${file} cannot be read: ${fileFault(error)}.`, { cause: error })
  })
  try {
    if ((await input.stat()).isDirectory()) throw new Error(`${file} cannot be read: it is a directory.`)
    await fillDirectory(directory, async (files) => {
      const tar = extract()
      const reading = pipeline(input.createReadStream({ autoClose: false }), createGunzip(), tar, { signal })
      try {
        await Promise.all([unpack(tar, files), reading])
      } catch (error) {
        tar.destroy()
        await reading.catch(() => undefined)
        // Of the disk, not of the file's bytes.
        if (error instanceof Error && 'syscall' in error) {
          const place = error.syscall === 'read' ? `${file} cannot be read` : `${directory} cannot be written`
          throw new Error(`${place}: ${fileFault(error)}. Nothing was restored.`, { cause: error })
        }
        const why = error instanceof Damaged ? error.message : 'is cut off, damaged or no tar compressed by gzip'
        throw new Error(`${file} is no whole backup: it ${why}. Nothing was restored.`, { cause: error })
      }
    })
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    await input.close()
  }
}
