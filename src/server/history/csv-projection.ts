const quote = 0x22
const comma = 0x2c
const newline = 0x0a
const longestHeader = 64 << 10

/** The CSV is not what it says it is. The message follows "the table …". */
export class CsvError extends Error {
  override readonly name = 'CsvError'
}

/**
 * Drops columns from CSV that arrives in chunks cut anywhere. Kept fields leave byte for byte as they came, so the
 * difference between NULL and empty text survives. Follows COPY: a quote toggles, wherever it stands.
 */
export class CsvProjection {
  /** Data rows seen so far. */
  rows = 0
  readonly #keep: readonly boolean[]
  #field = 0
  /** Whether an earlier field of this row was kept, so that a comma must come before the next kept one. */
  #keptBefore = false
  #inQuotes = false
  #rowIsEmpty = true

  /** `keep` says for each column whether it stays. */
  constructor(keep: readonly boolean[]) {
    this.#keep = keep
  }

  /** The kept part of `chunk`. Throws CsvError when a row has more or fewer fields than the header. */
  push(chunk: Uint8Array): Uint8Array {
    const out = Buffer.allocUnsafe(chunk.length)
    let length = 0
    // Locals: this loop sees every byte of an archive.
    let inQuotes = this.#inQuotes
    let kept = this.#keep[this.#field] === true
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (byte === newline && !inQuotes) {
        this.#endRow()
        kept = this.#keep[0] === true
        out[length++] = newline
      } else if (byte === comma && !inQuotes) {
        this.#keptBefore ||= kept
        this.#field += 1
        this.#rowIsEmpty = false
        kept = this.#keep[this.#field] === true
        if (kept && this.#keptBefore) out[length++] = comma
      } else {
        this.#rowIsEmpty = false
        if (byte === quote) inQuotes = !inQuotes
        if (kept) out[length++] = byte
      }
    }
    this.#inQuotes = inQuotes
    return out.subarray(0, length)
  }

  /** What is missing when the last row has no line end. Throws CsvError when the row is not whole. */
  end(): Uint8Array {
    if (this.#inQuotes) throw new CsvError(`ends inside a quoted field of row ${this.rows + 1}`)
    if (this.#rowIsEmpty) return new Uint8Array()
    this.#endRow()
    return Uint8Array.of(newline)
  }

  #endRow(): void {
    const fields = this.#field + 1
    if (fields !== this.#keep.length) {
      throw new CsvError(`has ${fields} fields in row ${this.rows + 1} where its header has ${this.#keep.length}`)
    }
    this.rows += 1
    this.#field = 0
    this.#keptBefore = false
    this.#rowIsEmpty = true
  }
}

/** The names in a CSV header and the chunks that follow it. Rejects with CsvError when there is none. */
export async function readHeader(chunks: AsyncIterable<Uint8Array>): Promise<{
  names: string[]
  rest: AsyncGenerator<Uint8Array>
}> {
  const iterator = chunks[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)
  for (let end = -1; end < 0; end = held.indexOf(newline)) {
    const next = await iterator.next()
    if (next.done) throw new CsvError('has no header line')
    held = Buffer.concat([held, next.value])
    if (held.length > longestHeader && held.subarray(0, longestHeader).indexOf(newline) < 0) {
      throw new CsvError('has no header line within 64 KiB')
    }
  }
  const end = held.indexOf(newline)
  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      yield held.subarray(end + 1)
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return { names: held.subarray(0, end).toString().split(','), rest: rest() }
}
