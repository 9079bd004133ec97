// Before the row: a signature of 11 bytes, flags, and the length of an unused extension.
const headerBytes = 19

/** Everything before the last field fits into this many bytes. */
const headBytes = 256

/** The only row of a binary COPY: its short fields as text, and its last one, which may be long, as a stream. */
export interface CopiedRow {
  fields: (string | undefined)[]
  last: AsyncIterable<Uint8Array>
  /** Ends the COPY; to be called when `last` is never read. */
  leave: () => void
}

/** `length` bytes from the first piece and those that follow; the rest is read too, because a COPY must end. */
async function* upTo(length: number, first: Uint8Array, pieces: AsyncIterator<Uint8Array>) {
  let left = length
  try {
    for (let piece = first; ;) {
      const part = piece.subarray(0, left)
      left -= part.byteLength
      if (part.byteLength > 0) yield part
      const step = await pieces.next()
      if (step.done) return
      piece = step.value
    }
  } finally {
    await pieces.return?.()
  }
}

/**
 * Reads the only row of a binary COPY, where a text of any length is one value without escapes, so that neither the
 * database nor the service has to process each line.
 */
export async function copiedRow(copy: AsyncIterable<Uint8Array>): Promise<CopiedRow> {
  const pieces = copy[Symbol.asyncIterator]()
  let bytes: Buffer = Buffer.alloc(0)
  while (bytes.byteLength < headBytes) {
    const step = await pieces.next()
    if (step.done) break
    const piece = Buffer.from(step.value.buffer, step.value.byteOffset, step.value.byteLength)
    bytes = bytes.byteLength === 0 ? piece : Buffer.concat([bytes, piece])
  }
  const fields: (string | undefined)[] = []
  let at = headerBytes + 2
  let length = 0
  for (let count = bytes.readInt16BE(headerBytes); count > 0; count--) {
    length = bytes.readInt32BE(at)
    at += 4
    if (count === 1) break
    fields.push(length < 0 ? undefined : bytes.toString('latin1', at, at + length))
    at += Math.max(length, 0)
  }
  const leave = (): void => void pieces.return?.().catch(() => {})
  return { fields, last: upTo(Math.max(length, 0), bytes.subarray(at), pieces), leave }
}
