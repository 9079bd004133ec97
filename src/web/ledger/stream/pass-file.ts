import { encodingOf } from '../../../client/decode-text.ts'
import { type Bytes, messageOf } from '../../../client/stages.ts'

interface PassOptions {
  signal: AbortSignal
  /** The bytes of the file, unpacked. */
  onRaw: (bytes: Bytes) => void
  /** The same as UTF-8 text with LF line ends; false ends the reading. */
  onText: (bytes: Bytes) => boolean
  /** Names a way of saving that a node does not have, such as `CR LF line ends`. */
  saved: (words: string) => void
}

/** Sends a file through as the text that an export is; what the browser says when it cannot be read. */
export async function passFile(file: Blob, { signal, onRaw, onText, saved }: PassOptions): Promise<string | undefined> {
  try {
    const reader = (await unpacked(file)).getReader()
    let utf8: ((chunk: Bytes) => Bytes) | undefined
    const lines = lineFeeds(saved)
    for (let step = await reader.read(); !step.done && !signal.aborted; step = await reader.read()) {
      onRaw(step.value)
      if (!utf8) refuseShifted(step.value)
      utf8 ??= toUtf8(step.value, saved)
      if (!onText(lines(utf8(step.value)))) break
    }
    void reader.cancel().catch(() => {})
    return undefined
  } catch (error) {
    return `The file could not be read: ${messageOf(error)}.`
  }
}

/** How the bytes of a file that begins so become UTF-8 without a byte order mark: editors save UTF-16 too. */
function toUtf8(start: Bytes, saved: PassOptions['saved']): (chunk: Bytes) => Bytes {
  const encoding = encodingOf(start)
  if (encoding !== 'utf-8') {
    saved('UTF-16 text')
    const [decoder, encoder] = [new TextDecoder(encoding), new TextEncoder()]
    return (chunk) => encoder.encode(decoder.decode(chunk, { stream: true }))
  }
  const [first, second, third] = start
  if (first !== 0xef || second !== 0xbb || third !== 0xbf) return (chunk) => chunk
  saved('a byte order mark')
  return (chunk) => (chunk === start ? chunk.subarray(3) : chunk)
}

/** Gives the bytes of a text the line ends that an export has (LF), in place of CR LF or CR. */
function lineFeeds(saved: PassOptions['saved']): (chunk: Bytes) => Bytes {
  const [lf, cr] = [10, 13]
  let last: number | undefined
  return (chunk) => {
    const before = last
    last = chunk.at(-1) ?? last
    if (before !== cr && !chunk.includes(cr)) return chunk
    const out = new Uint8Array(chunk.length)
    let length = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (byte === lf && (at === 0 ? before : chunk[at - 1]) === cr) continue
      if (byte === cr && at + 1 < chunk.length) saved(chunk[at + 1] === lf ? 'CR LF line ends' : 'CR line ends')
      out[length++] = byte === cr ? lf : byte
    }
    return out.subarray(0, length)
  }
}

/** The spreadsheet form of an export has shifted amounts, which would be read as other amounts. Its header tells. */
function refuseShifted(start: Bytes): void {
  const [header = ''] = new TextDecoder().decode(start.subarray(0, 2048)).replaceAll('\0', '').split('\n', 1)
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
