import { sha256 } from '@noble/hashes/sha2.js'
import type { ErrorBody } from '../../wire/error.ts'
import { type Received, receive } from './download.ts'
import type { Bytes } from './export-decode.ts'
import { type Overlap, overlapOf } from './export-head.ts'
import { Inspection, type RowFacts } from './inspect.ts'
import type { LedgerTotals } from './ledger-totals.ts'
import { type Sink, type Target, openSink } from './sink.ts'
import { type Form, converted } from './spreadsheet.ts'

/** What a running export tells of the part that is under way. */
export interface Progress {
  facts: RowFacts
  /** Bytes in the file, with those of earlier parts. */
  size: number
  /** Milliseconds since the last byte. */
  silent: number
  /** Told less often than the rest. */
  totals?: LedgerTotals
  preview?: string[]
}

/** Whether rows follow the last one: `nothing`, `more` (the answer was cut), `changed` (the last rows are no longer there). */
export type EndCheck = 'nothing' | 'more' | 'changed' | 'unchecked'

/** One part of an export: one range of time, one verdict. */
export interface PartPlan {
  url: string
  /** Goes on behind the rows that are there. */
  resume: boolean
  /** Unix nanoseconds up to which the rows cannot be added to any more; after the answer it is asked whether more follow. */
  settled?: string | undefined
}

export interface PartResult extends Received {
  facts: RowFacts
  totals: LedgerTotals
  check: EndCheck
  checkError: ErrorBody | undefined
  /** Bytes of the file, and what they hash to, in hexadecimal. */
  size: number
  sha256: string
  preview: string[]
}

export interface EngineOptions {
  party: string
  onProgress: (progress: Progress) => void
  /** Milliseconds of silence after which a connection counts as lost. */
  patience?: number
}

const tick = 200
const totalsTick = 1000

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The same question from or up to another time (Unix nanoseconds). */
function within(url: string, range: { startTimestamp?: string; endTimestamp?: string }): string {
  const changed = new URL(url)
  for (const [name, value] of Object.entries(range)) changed.searchParams.set(`dateRange.${name}`, value)
  return changed.href
}

const nanoseconds = (second: number): bigint => BigInt(second) * 1_000_000_000n

/**
 * Writes one file of a ledger export, part after part, in a worker. The file always holds the node's own bytes up to a whole
 * row, so that any end can be gone on from: what is there is read again, hashed, and compared with the node's next answer.
 */
export class ExportEngine {
  readonly #options: EngineOptions
  #sink: Sink | undefined
  #stream: WritableStream<Bytes> | undefined
  #hash = sha256.create()
  #size = 0
  #partFrom = 0
  #header: string | undefined
  #inspection: Inspection
  #stop = new AbortController()

  constructor(options: EngineOptions) {
    this.#options = options
    this.#inspection = new Inspection(options.party)
  }

  /** Starts a file that is empty. */
  async create(target: Target): Promise<void> {
    this.#sink = await openSink(target)
    this.#header = undefined
    this.#hash = sha256.create()
    this.#size = 0
    this.begin()
  }

  /**
   * Opens a file again of which the first `done` bytes are finished parts with this hash, and reads what came after them.
   * False when these bytes are no longer what they were.
   */
  async reopen(target: Target, done: number, hash: string | undefined): Promise<boolean> {
    this.#stream = undefined
    this.#sink = await openSink(target)
    const file = await this.#sink.read()
    this.#hash = sha256.create()
    this.#header = undefined
    this.#size = 0
    if (file.size < done) return false
    const first = new Inspection(this.#options.party)
    await this.#again(file.slice(0, done), first)
    if (done > 0 && hex(this.#hash.clone().digest()) !== hash) return false
    this.#header = first.header
    this.begin()
    const rest = file.slice(done)
    const tail = new Uint8Array(await rest.slice(-1_048_576).arrayBuffer())
    const end = tail.lastIndexOf(10) + 1
    await this.#again(rest.slice(0, end === 0 ? 0 : rest.size - (tail.length - end)), this.#inspection)
    this.#header ??= this.#inspection.header
    return true
  }

  /** What comes now is a new part. */
  begin(): void {
    this.#partFrom = this.#size
    this.#inspection = new Inspection(this.#options.party, this.#header)
  }

  /** Receives the answer of one part, writes it and asks whether rows follow. Never rejects. */
  async receive({ url, resume, settled }: PartPlan): Promise<PartResult> {
    this.#stop = new AbortController()
    let silentSince = performance.now()
    let toldTotals = performance.now()
    const tell = (totals: boolean): void => {
      const inspection = this.#inspection
      this.#options.onProgress({
        facts: inspection.facts(),
        size: this.#size,
        silent: performance.now() - silentSince,
        ...(totals && { totals: inspection.totals(), preview: inspection.preview }),
      })
    }
    const timer = setInterval(() => {
      const now = performance.now()
      const totals = now - toldTotals >= totalsTick
      if (totals) toldTotals = now
      tell(totals)
    }, tick)
    try {
      const sink = this.#required()
      const overlap = resume ? await this.#overlap(await sink.read()) : undefined
      this.#stream ??= await sink.append(this.#size)
      const received = await receive(
        {
          url: overlap ? this.#from(url, overlap) : url,
          signal: this.#stop.signal,
          patience: this.#options.patience ?? 60_000,
          known: this.#header,
          overlap,
          onBytes: (chunk) => {
            silentSince = performance.now()
            this.#take(chunk)
          },
        },
        this.#stream,
      )
      this.#header ??= this.#inspection.header
      this.#stream = undefined
      const kept = await sink.commit().then(
        () => received,
        (error: unknown): Received => ({ ...received, ending: 'unwritten', error: unwritten(error) }),
      )
      return await this.#judged(kept, url, settled)
    } catch (error) {
      const none: Received = {
        ending: 'unwritten',
        status: undefined,
        headers: [],
        fileName: undefined,
        error: unwritten(error),
        missing: 0,
      }
      return this.#result(none, 'unchecked', undefined)
    } finally {
      clearInterval(timer)
      tell(true)
    }
  }

  /** Ends the answer that is under way; what came of it stays. */
  stop(): void {
    this.#stop.abort()
  }

  /** The time of the first row that an address answers with, as it stands in the file; undefined when there is none. */
  async first(url: string): Promise<{ first: string | undefined; error: ErrorBody | undefined; received: Received }> {
    const stop = new AbortController()
    this.#stop = stop
    const inspection = new Inspection(this.#options.party)
    const onBytes = (chunk: Bytes): void => {
      inspection.push(chunk)
      if (inspection.facts().rows > 0) stop.abort()
    }
    const received = await this.#ask({ url, signal: stop.signal, onBytes })
    return { first: inspection.facts().first, error: received.error, received }
  }

  /** The file as it is on the node. */
  async file(): Promise<Blob> {
    return this.#required().read()
  }

  /** A finished file in another form; into a chosen file when there is one, else as a blob. */
  async convert(file: Blob, form: Form, target: Target | undefined): Promise<Blob> {
    const stream = converted(file.stream() as ReadableStream<Bytes>, form)
    if (!target) return new Response(stream).blob()
    const sink = await openSink(target)
    await stream.pipeTo(await sink.append(0))
    await sink.commit()
    return sink.read()
  }

  async remove(): Promise<void> {
    this.#stop.abort()
    await this.#sink?.remove()
  }

  #required(): Sink {
    if (!this.#sink) throw new Error('no file was opened')
    return this.#sink
  }

  #take(chunk: Bytes): void {
    this.#inspection.push(chunk)
    this.#hash.update(chunk)
    this.#size += chunk.length
  }

  async #again(file: Blob, inspection: Inspection): Promise<void> {
    const reader = (file.stream() as ReadableStream<Bytes>).getReader()
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      inspection.push(step.value)
      this.#hash.update(step.value)
      this.#size += step.value.length
    }
  }

  /** The last rows of this part; half a row behind them, which a page that was closed may have left, is none. */
  #overlap(file: Blob): Promise<Overlap | undefined> {
    return overlapOf(file.slice(0, this.#size), this.#partFrom)
  }

  #from(url: string, overlap: Overlap): string {
    const asked = new URL(url).searchParams.get('dateRange.startTimestamp')
    const second = nanoseconds(overlap.second)
    return asked !== null && BigInt(asked) > second ? url : within(url, { startTimestamp: second.toString() })
  }

  #ask(
    options: Pick<Parameters<typeof receive>[0], 'url' | 'signal' | 'onBytes'> & Partial<Parameters<typeof receive>[0]>,
  ) {
    return receive({ patience: this.#options.patience ?? 60_000, ...options }, new WritableStream())
  }

  async #judged(received: Received, url: string, settled: string | undefined): Promise<PartResult> {
    if (received.ending !== 'whole' || this.#inspection.facts().flaw !== undefined)
      return this.#result(received, 'unchecked', undefined)
    if (received.missing > 0) return this.#result(received, 'changed', undefined)
    if (settled === undefined) return this.#result(received, 'unchecked', undefined)
    const overlap = await this.#overlap(await this.file())
    if (overlap && nanoseconds(overlap.second) >= BigInt(settled)) return this.#result(received, 'nothing', undefined)
    let more = false
    const stop = new AbortController()
    this.#stop = stop
    const again = await this.#ask({
      url: within(overlap ? this.#from(url, overlap) : url, { endTimestamp: settled }),
      signal: stop.signal,
      known: this.#header,
      overlap,
      onBytes: () => {
        more = true
        stop.abort()
      },
    })
    const check = more ? 'more' : again.ending !== 'whole' ? 'unchecked' : again.missing > 0 ? 'changed' : 'nothing'
    return this.#result(received, check, again.error)
  }

  #result(received: Received, check: EndCheck, checkError: ErrorBody | undefined): PartResult {
    return {
      ...received,
      facts: this.#inspection.facts(),
      totals: this.#inspection.totals(),
      check,
      checkError,
      size: this.#size,
      sha256: hex(this.#hash.clone().digest()),
      preview: this.#inspection.preview,
    }
  }
}

const unwritten = (error: unknown): ErrorBody => ({
  code: 0,
  message: `The file could not be written: ${error instanceof Error ? error.message : String(error)}`,
  details: [],
})
