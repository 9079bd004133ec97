const backslash = 0x5c
const plain: ReadonlyMap<number, number> = new Map(
  Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }).map(([letter, control]) => [
    letter.charCodeAt(0),
    control.charCodeAt(0),
  ]),
)

/** Undoes the escapes of a piece; `open` when the piece before it ended with a backslash. */
function unescaped(piece: Uint8Array, open: boolean): { bytes: Uint8Array; open: boolean } {
  const bytes = new Uint8Array(piece.length)
  let length = 0
  for (const byte of piece) {
    if (!open && byte === backslash) {
      open = true
      continue
    }
    bytes[length] = open ? (plain.get(byte) ?? byte) : byte
    length += 1
    open = false
  }
  return { bytes: bytes.subarray(0, length), open }
}

/** The lines of a COPY of one column of text as they are in the database, each with its end. */
export async function* copiedLines(copy: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let open = false
  for await (const piece of copy) {
    if (!open && !piece.includes(backslash)) {
      yield piece
      continue
    }
    const text = unescaped(piece, open)
    open = text.open
    yield text.bytes
  }
}
