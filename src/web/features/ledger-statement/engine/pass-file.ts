import { type Bytes, type combineStages, messageOf } from '../../ledger-export/engine/stream/stages.ts'

/** Sends a file through stages until one fails or the signal comes; what the browser says when it cannot be read. */
export async function passFile(
  file: Blob,
  stages: ReturnType<typeof combineStages>,
  { signal, onReceived }: { signal: AbortSignal; onReceived: (bytes: number) => void },
): Promise<string | undefined> {
  try {
    const reader = (await unpacked(file)).getReader()
    let begun = false
    for (let step = await reader.read(); !step.done && !signal.aborted; step = await reader.read()) {
      if (!begun) refuseShifted(step.value)
      begun = true
      onReceived(step.value.length)
      if (stages.push(step.value)) break
    }
    stages.end()
    void reader.cancel().catch(() => {})
    return undefined
  } catch (error) {
    return `The file could not be read: ${messageOf(error)}.`
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
