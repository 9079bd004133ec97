import { type Bytes, type combineStages, messageOf } from './stages.ts'

/** Sends a file through stages until one fails or the signal comes; what the browser says when it cannot be read. */
export async function passFile(
  file: Blob,
  stages: ReturnType<typeof combineStages>,
  { signal, onReceived }: { signal: AbortSignal; onReceived: (bytes: number) => void },
): Promise<string | undefined> {
  try {
    const reader = (await unpacked(file)).getReader()
    const withLineFeeds = lineFeeds()
    let begun = false
    for (let step = await reader.read(); !step.done && !signal.aborted; step = await reader.read()) {
      if (!begun) refuseShifted(step.value)
      begun = true
      onReceived(step.value.length)
      if (stages.push(withLineFeeds(step.value))) break
    }
    stages.end()
    void reader.cancel().catch(() => {})
    return undefined
  } catch (error) {
    return `The file could not be read: ${messageOf(error)}.`
  }
}

/**
 * Gives the bytes of a text the line ends that an export has (LF) and takes the byte order mark off: programs that open and save
 * a CSV write CR LF or CR. Bytes that need no change are passed on as they are.
 */
function lineFeeds(): (chunk: Bytes) => Bytes {
  const [lf, cr] = [10, 13]
  let last: number | undefined
  return (chunk) => {
    const mark = last === undefined && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0
    const before = last
    last = chunk.at(-1) ?? last
    if (mark === 0 && before !== cr && !chunk.includes(cr)) return chunk
    const out = new Uint8Array(chunk.length)
    let length = 0
    for (let at = mark; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (byte === lf && (at === 0 ? before : chunk[at - 1]) === cr) continue
      out[length++] = byte === cr ? lf : byte
    }
    return out.subarray(0, length)
  }
}

/** The spreadsheet form of an export has shifted amounts, which would be read as other amounts. Its header tells. */
function refuseShifted(start: Bytes): void {
  const [header = ''] = new TextDecoder().decode(start.subarray(0, 1024)).split('\n', 1)
  if (header.includes('asset_decimals'))
    throw new Error('it is the spreadsheet form, whose amounts are shifted; open the original CSV')
}

/** The bytes of a file, unpacked where it begins as gzip does. A ZIP archive is an error that says so. */
async function unpacked(file: Blob): Promise<ReadableStream<Bytes>> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  // "PK": a ZIP archive, which the workbooks of spreadsheet programs are too.
  if (first === 0x50 && second === 0x4b)
    throw new Error('it is a ZIP archive or a workbook; unpack it or save it as CSV')
  const bytes = file.stream() as ReadableStream<Bytes>
  return first === 0x1f && second === 0x8b ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes
}
