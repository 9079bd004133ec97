const quote = 0x22
const newline = 0x0a

/** A row longer than this is treated as a broken file. */
const longestRow = 64 << 20

/** Is it CSV (where a quoted field may hold line ends) or COPY's own text format? */
export const isCsv = (copyFrom: string): boolean => /\bcsv\b/i.test(copyFrom)

/** Cuts COPY rows into pieces of about `size` bytes that end with a row. Rejects with RangeError for a row above 64 MiB. */
export async function* rowPieces(
  chunks: AsyncIterable<Uint8Array | string>,
  csv: boolean,
  size = 1 << 20,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let heldLength = 0
  let inQuotes = false
  for await (const part of chunks) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part
    let end = 0
    for (let at = csv ? 0 : chunk.length; at < chunk.length; at += 1) {
      if (chunk[at] === quote) inQuotes = !inQuotes
      else if (chunk[at] === newline && !inQuotes) end = at + 1
    }
    if (!csv) end = chunk.lastIndexOf(newline) + 1
    if (end > 0 && heldLength + end >= size) {
      yield Buffer.concat([...held, chunk.subarray(0, end)])
      held = [chunk.subarray(end)]
      heldLength = chunk.length - end
    } else {
      held.push(chunk)
      heldLength += chunk.length
      if (heldLength > longestRow) throw new RangeError('a row is longer than 64 MiB')
    }
  }
  if (heldLength > 0) yield Buffer.concat(held)
}
