/** One whole row. The object and its bytes are reused for the next row: nothing of it may be kept. Quotes are not removed. */
export interface CsvRow {
  bytes: Uint8Array
  from: number
  /** After the line end. */
  to: number
  /** Field i lies between the end of field i - 1 (plus one) and `ends[i]`. */
  ends: Int32Array
  /** The number of fields. */
  count: number
}

export interface CsvRows {
  push(chunk: Uint8Array): void
  /** The bytes of a row that has not ended yet; they are reused, as rows are. */
  pending(): Uint8Array
  /** Why the bytes are no CSV of this kind: not UTF-8, or a row without end. */
  broken(): string | undefined
}

const newline = 10
const quote = 34
const comma = 44
const maxFields = 64

/** No row of a ledger is nearly as long; a longer one is not of a ledger. */
const maxRowBytes = 1_048_576

/**
 * Cuts CSV bytes, which come in pieces of any size, into whole rows, header included. Quoted fields may hold commas and
 * line ends. A row is read in place; only one that is spread over two pieces is joined first.
 */
export function csvRows(onRow: (row: CsvRow) => void): CsvRows {
  const ends = new Int32Array(maxFields)
  const row: CsvRow = { bytes: new Uint8Array(0), from: 0, to: 0, ends, count: 0 }
  const strict = new TextDecoder('utf-8', { fatal: true })
  let held = new Uint8Array(4096)
  let length = 0
  let broken: string | undefined

  const sound = (): boolean => broken === undefined

  const hold = (bytes: Uint8Array): void => {
    if (length + bytes.length > maxRowBytes) {
      broken = 'a row has no end'
      return
    }
    if (length + bytes.length > held.length) {
      const larger = new Uint8Array(Math.max(held.length * 2, length + bytes.length))
      larger.set(held.subarray(0, length))
      held = larger
    }
    held.set(bytes, length)
    length += bytes.length
  }

  const check = (bytes: Uint8Array): void => {
    try {
      strict.decode(bytes)
    } catch {
      broken = 'the text is not UTF-8'
    }
  }

  /** Reads the row at `from`; returns the index after it, or -1 when it does not end before `until`. */
  const read = (bytes: Uint8Array, from: number, until: number): number => {
    let count = 0
    let quoted = false
    let plain = true
    for (let at = from; at < until; at++) {
      const byte = bytes[at]!
      if (byte === comma) {
        if (!quoted) ends[count++] = at
      } else if (byte === newline) {
        if (!quoted) {
          ends[count++] = at
          if (!plain) check(bytes.subarray(from, at))
          row.bytes = bytes
          row.from = from
          row.to = at + 1
          row.count = count
          onRow(row)
          return at + 1
        }
      } else if (byte === quote) quoted = !quoted
      else if (byte >= 128) plain = false
    }
    return -1
  }

  return {
    push(chunk) {
      let at = 0
      while (length > 0 && at < chunk.length && sound()) {
        const end = chunk.indexOf(newline, at) + 1
        hold(end === 0 ? chunk.subarray(at) : chunk.subarray(at, end))
        if (end === 0) return
        at = end
        if (read(held, 0, length) === length) length = 0
      }
      while (at < chunk.length && sound()) {
        const end = read(chunk, at, chunk.length)
        if (end < 0) return hold(chunk.subarray(at))
        at = end
      }
    },
    pending: () => held.subarray(0, length),
    broken: () => broken,
  }
}
