// The part of tar (ustar) that a backup needs, in streams: files of up to 8 GB and directories, with names of up to 100 bytes.

const blockSize = 512

/** A header of the ustar format, which every tar reads. */
export function headerOf(name: string, size: number, isDirectory = false): Buffer {
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

export const endOfTar = Buffer.alloc(2 * blockSize)

/** The sum of a header's bytes, its own field counted as blanks. */
const checksumOf = (block: Buffer): number =>
  block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)

/** What follows the bytes of an entry. */
export const padding = (size: number): Buffer => Buffer.alloc((blockSize - (size % blockSize)) % blockSize)

/** An entry with its text. */
export function* wholeEntry(name: string, text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  yield headerOf(name, bytes.length)
  yield bytes
  yield padding(bytes.length)
}

/** Not a whole backup; the message ends a sentence about the file. */
export class Damaged extends Error {}

export interface TarEntry {
  name: string
  size: number
  isDirectory: boolean
}

/** Takes exact numbers of bytes from a stream. */
export class TarReader {
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
