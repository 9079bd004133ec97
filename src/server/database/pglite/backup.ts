import { createHash, type Hash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, type Dirent, promises as fs } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { fillDirectory, isPgliteDirectory } from './data-directory.ts'
import { lockDirectory } from './directory-lock.ts'

// The part of tar (ustar) that a backup needs, in streams: files of up to 8 GB and directories, with names of up to 100 bytes.

const blockSize = 512

/** A header of the ustar format, which every tar reads. */
function headerOf(name: string, size: number, isDirectory = false): Buffer {
  if (Buffer.byteLength(name) > 100 || size >= 8 ** 11) throw new Error(`${name} does not fit into a backup.`)
  const block = Buffer.alloc(blockSize)
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')
  block.write(name, 0)
  block.write(`${octal(isDirectory ? 0o700 : 0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100)
  block.write(
    `${octal(size, 11)}\0${octal(Math.floor(Date.now() / 1000), 11)}\0        ${isDirectory ? '5' : '0'}`,
    124,
  )
  block.write('ustar\x0000', 257)
  block.write(`${octal(checksumOf(block), 6)}\0 `, 148)
  return block
}

const endOfTar = Buffer.alloc(2 * blockSize)

/** The sum of a header's bytes, its own field counted as blanks. */
const checksumOf = (block: Buffer): number =>
  block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)

/** What follows the bytes of an entry. */
const padding = (size: number): Buffer => Buffer.alloc((blockSize - (size % blockSize)) % blockSize)

function* wholeEntry(name: string, text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  yield headerOf(name, bytes.length)
  yield bytes
  yield padding(bytes.length)
}

/** Not a whole backup; the message ends a sentence about the file. */
class Damaged extends Error {}

interface TarEntry {
  name: string
  size: number
  isDirectory: boolean
}

/** Takes exact numbers of bytes from a stream. */
class TarReader {
  #rest: Buffer = Buffer.alloc(0)
  readonly #source: AsyncIterator<Buffer>
  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async *take(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#source.next()
        if (done === true) throw new Damaged('ends early')
        this.#rest = value
        continue
      }
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  async whole(count: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for await (const piece of this.take(count)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  /** The next header. */
  async entry(): Promise<TarEntry> {
    const block = await this.whole(blockSize)
    const text = (from: number, to: number): string => block.toString('latin1', from, to).replace(/[\0 ].*$/s, '')
    if (text(257, 262) !== 'ustar' || parseInt(text(148, 156), 8) !== checksumOf(block)) throw new Damaged('is no tar')
    const [name, type] = [text(0, 100), text(156, 157)]
    if (type !== '0' && type !== '5') throw new Damaged(`has ${name}, which is neither a file nor a directory`)
    return { name, size: parseInt(text(124, 136), 8), isDirectory: type === '5' }
  }

  /** Reads what is left, so that the checksum of the whole file is compared. Throws for anything but zeros. */
  async end(): Promise<void> {
    for (;;) {
      if (this.#rest.some((byte) => byte !== 0)) throw new Damaged('has something behind its end')
      const { done, value } = await this.#source.next()
      if (done === true) return
      this.#rest = value
    }
  }
}

/** First in a backup: what it is. */
const titleName = 'lyra-backup.json'
const title = `${JSON.stringify({ program: 'lyra', format: 1 })}\n`
/** Last in a backup: a line for each file, as `sha256sum --check` reads them. A file without it is cut off. */
const sumsName = 'lyra-sums.txt'
/** Names that PostgreSQL gives to its files; none leaves the directory. */
const databaseName = /^pgdata(?:\/(?!\.\.?(?:\/|$))[\w.-]+)+$/

/** The database's files as a tar archive, in pieces. Throws for a file that changes meanwhile. */
async function* archiveOf(directory: string): AsyncGenerator<Buffer> {
  yield* wholeEntry(titleName, title)
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
      yield headerOf(name, 0, true)
      continue
    }
    const { size } = await fs.stat(path)
    yield headerOf(name, size)
    const hash = createHash('sha256')
    let read = 0
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(bytes)
      read += bytes.length
      yield bytes
    }
    if (read !== size) throw new Error(`${path} changed while it was read, so no backup was made.`)
    yield padding(size)
    sums.push(`${hash.digest('hex')}  ${name}\n`)
  }
  yield* wholeEntry(sumsName, sums.join(''))
  yield endOfTar
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r')
  await handle.sync().finally(() => handle.close())
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
    if (!(error instanceof Error && 'code' in error && /EPERM|ENOTSUP|ENOSYS/.test(String(error.code)))) throw error
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
    const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
    // Faster than a disk at a tenth more bytes than by default.
    const gzip = createGzip({ level: constants.Z_BEST_SPEED })
    await pipeline(archiveOf(directory), gzip, output, { signal })
    await rename(unfinished, file)
    await syncFolder(dirname(resolve(file)))
  } catch (error) {
    await fs.rm(unfinished, { force: true })
    throw signal.aborted ? signal.reason : error
  } finally {
    await unlock()
  }
}

async function writeEntry(path: string, size: number, tar: TarReader, signal: AbortSignal): Promise<Hash> {
  const hash = createHash('sha256')
  const handle = await fs.open(path, 'wx', 0o600)
  try {
    for await (const piece of tar.take(size)) {
      signal.throwIfAborted()
      hash.update(piece)
      await handle.writeFile(piece)
    }
  } finally {
    await handle.close()
  }
  return hash
}

/** Writes the files of a backup to `files` and compares their sums. */
async function unpack(tar: TarReader, files: string, signal: AbortSignal): Promise<void> {
  const first = await tar.entry()
  if (first.name !== titleName || first.size > 10_000) throw new Damaged('was not made by lyra backup')
  if ((await tar.whole(first.size)).toString() !== title) throw new Damaged('was made by another version of Lyra')
  await tar.whole(padding(first.size).length)
  await fs.mkdir(files)
  const sums: string[] = []
  for (;;) {
    const { name, size, isDirectory } = await tar.entry()
    if (name === sumsName) {
      if (size !== sums.join('').length || (await tar.whole(size)).toString() !== sums.join(''))
        throw new Damaged('has other bytes than were backed up')
      return tar.end()
    }
    if (!databaseName.test(name)) throw new Damaged(`has ${name}, which is no file of a database`)
    const path = join(files, name.slice('pgdata/'.length))
    if (isDirectory) await fs.mkdir(path)
    else sums.push(`${(await writeEntry(path, size, tar, signal)).digest('hex')}  ${name}\n`)
    await tar.whole(padding(size).length)
  }
}

/**
 * Writes the database of a backup into a new or empty `directory`, where it appears when it is whole and on the disk. Rejects
 * with a sentence for a file that is no whole backup, or the signal's reason; then nothing of it is left.
 */
export async function restoreBackup(file: string, directory: string, signal: AbortSignal): Promise<void> {
  const input = await fs.open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read: ${error.code === 'ENOENT' ? 'it does not exist' : error.message}.`)
  })
  try {
    await fillDirectory(directory, async (files) => {
      const unzipped = createGunzip()
      const reading = pipeline(input.createReadStream({ autoClose: false }), unzipped, { signal })
      const ended = reading.catch(() => undefined)
      try {
        await unpack(new TarReader(unzipped), files, signal)
        await reading
      } finally {
        unzipped.destroy()
        await ended
      }
    })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    const isZlib = error instanceof Error && 'code' in error && /^Z_|^ERR_STREAM_PREMATURE/.test(String(error.code))
    if (!(error instanceof Damaged || isZlib)) throw error
    const why = error instanceof Damaged ? error.message : 'is cut off, damaged or not compressed by gzip'
    throw new Error(`${file} is no whole backup: it ${why}. Nothing was restored.`, { cause: error })
  } finally {
    await input.close()
  }
}
