import { ledgerColumns } from '../wire/ledger-export.ts'
import { decodeFraming, holdBackTail } from './decode-framing.ts'
import { type Bytes, combineStages, messageOf } from './stages.ts'

/** How an export ended. `whole`: on a row, with no error in or behind it; else the rows so far and why there are no more. */
export type ExportEnd = { ending: 'whole'; rows: number } | { ending: 'cut'; rows: number; reason: string }

export interface LedgerFile {
  /** The CSV with its header line, whole rows only. Stop reading it to end the request. */
  stream: ReadableStream<Bytes>
  /** Resolves once the stream has ended. */
  end: Promise<ExportEnd>
}

const newline = 10

/** Counts lines; `flaw` says why the first one is not the header of a ledger, once it is there. */
class Lines {
  count = 0
  flaw: string | undefined
  #first = ''

  add(chunk: Bytes): void {
    if (this.count === 0) this.#first += new TextDecoder().decode(chunk)
    for (const byte of chunk) if (byte === newline) this.count += 1
    const [line = '', more] = this.#first.split('\n', 2)
    if (more === undefined || line.trim() === ledgerColumns.join(',')) return
    this.flaw = `The response is not a ledger export. It begins: ${line.slice(0, 80)}`
  }

  get end(): string | undefined {
    return this.flaw ?? (this.count === 0 ? 'The response has no header line.' : undefined)
  }
}

/** The whole rows of a body as they come. Its last 64 KiB are held back until it ends: an error may follow the rows. */
export function ledgerFile(body: ReadableStream<Bytes>): LedgerFile {
  const framing = decodeFraming()
  const tail = holdBackTail()
  const lines = new Lines()
  let output: Bytes[] = []
  const stages = combineStages([framing, tail], (chunk) => output.push(chunk))
  const reader = body.getReader()
  let resolve: (end: ExportEnd) => void = () => undefined
  const end = new Promise<ExportEnd>((settle) => (resolve = settle))
  const settle = (reason: string | undefined): void => {
    const rows = Math.max(0, lines.count - 1)
    resolve(reason === undefined ? { ending: 'whole', rows } : { ending: 'cut', rows, reason })
  }
  let lost: string | undefined

  /** Takes the next piece of the body; whether it was the last. */
  async function step(): Promise<boolean> {
    try {
      const { done, value } = await reader.read()
      if (!done && !stages.push(value)) return false
    } catch (error) {
      lost = `The connection was lost: ${messageOf(error)}.`
    }
    stages.end()
    return true
  }

  /** Hands on what has passed the stages, while it is a ledger. */
  function passOn(controller: ReadableStreamDefaultController<Bytes>): number {
    const chunks = output.filter(({ length }) => length > 0)
    output = []
    for (const chunk of chunks) {
      lines.add(chunk)
      if (lines.flaw === undefined) controller.enqueue(chunk)
    }
    return chunks.length
  }

  const stream = new ReadableStream<Bytes>({
    async pull(controller) {
      for (let passed = 0; passed === 0;) {
        const isLast = await step()
        passed = passOn(controller)
        if (!isLast && lines.flaw === undefined) continue
        // The node's own error explains more than the state in which it left the bytes.
        const reported = tail.failure?.() ?? framing.failure?.()
        const half = tail.cut() > 0 ? 'The response ends in the middle of a row.' : undefined
        settle(reported?.message ?? lost ?? lines.end ?? half)
        controller.close()
        await reader.cancel().catch(() => undefined)
        return
      }
    },
    async cancel(reason) {
      settle('Reading was stopped.')
      await reader.cancel(reason)
    },
  })
  return { stream, end }
}
