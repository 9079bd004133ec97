import { LedgerReader } from '../../src/web/ledger/rows/ledger-reader.ts'
import { LedgerSums } from '../../src/web/ledger/rows/ledger-sums.ts'
import { ledgerColumns } from '../../src/wire/ledger-export.ts'
import type { LimiterPort } from '../../src/client/limiter-port.ts'
import { type Bytes, combineStages, type Stage } from '../../src/client/stages.ts'

/** Sends chunks through stages up to a failure, as `receive` does. */
export function runStages(
  stages: readonly Stage[],
  chunks: readonly Uint8Array[],
  onBytes: (chunk: Bytes) => void,
): void {
  const combined = combineStages(stages, onBytes)
  for (const chunk of chunks) if (combined.push(new Uint8Array(chunk))) break
  combined.end()
}

/** One movement of a made-up ledger. Times are Unix microseconds. */
export interface Movement {
  /** Block time, which the CSV shows. */
  time: number
  /** Entry time, by which rows are selected and ordered: a few microseconds after the block's. */
  entry: number
  quantity: bigint
  type: string
  kind: 'in' | 'out' | 'own'
}

export const party = 'c1'.repeat(32)
export const asset = 'd1'.repeat(32)
const market = 'a1'.repeat(32)

export const header = `${ledgerColumns.join(',')}\n`

/** PostgreSQL's text of a time in UTC: trailing zeros of the fraction are left out. */
export function timeText(microseconds: number): string {
  const whole = new Date(Math.floor(microseconds / 1000)).toISOString().slice(0, 19).replace('T', ' ')
  const fraction = String(microseconds % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${whole}${fraction === '' ? '' : `.${fraction}`}+00`
}

/** The rows of movements in the form of wire.md 5.2. Balances follow from the movements. */
export function csvRowsOf(movements: readonly Movement[]): string[] {
  let general = 10n ** 40n
  let margin = 10n ** 40n
  return movements.map(({ time, quantity, type, kind }) => {
    if (kind === 'own') {
      general -= quantity
      margin += quantity
      return `${timeText(time)},${quantity},0,${type},${asset},"",${party},GENERAL,${general},${market},${party},MARGIN,${margin}\n`
    }
    if (kind === 'out') {
      margin -= quantity
      return `${timeText(time)},${quantity},${quantity === 0n ? '' : '-'}${quantity},${type},${asset},${market},${party},MARGIN,${margin},${market},network,SETTLEMENT,${quantity}\n`
    }
    general += quantity
    return `${timeText(time)},${quantity},${quantity},${type},${asset},,network,NETWORK_TREASURY,0,"",${party},GENERAL,${general}\n`
  })
}

export interface AnswerFaults {
  /** Bytes after which the answer ends, and how. */
  cut?: { at: number; how: 'lost' | 'silent' | 'error' }
  status?: number
  text?: string
}

export const inBand =
  '{"error":{"code":13,"message":"Internal error","details":[{"@type":"t/vega.ErrorDetail","code":260002,"message":"failed to export ledger entries","inner":"copying"}]}}'

/** A node that answers exports of one ledger, by whole seconds of entry time, as a real one does (wire.md 5.3). */
export function fakeNode(movements: readonly Movement[]) {
  const rows = csvRowsOf(movements)
  const requested: string[] = []
  const faults: AnswerFaults[] = []
  const secondOf = (ns: string | null, otherwise: number): number =>
    ns === null ? otherwise : Number(BigInt(ns) / 1_000_000_000n) * 1_000_000
  const textFor = (url: URL): string => {
    const from = secondOf(url.searchParams.get('dateRange.startTimestamp'), -Infinity)
    const to = secondOf(url.searchParams.get('dateRange.endTimestamp'), Infinity)
    return header + rows.filter((_, at) => movements[at]!.entry >= from && movements[at]!.entry < to).join('')
  }
  const answer = (url: string): Response => {
    requested.push(url)
    const fault = faults.shift()
    if (fault?.status !== undefined) return new Response(fault.text ?? inBand, { status: fault.status })
    const bytes = new TextEncoder().encode(fault?.text ?? textFor(new URL(url)))
    const cut = fault?.cut
    const sent = cut ? bytes.slice(0, cut.at) : bytes
    const pieces = [sent, ...(cut?.how === 'error' ? [new TextEncoder().encode(inBand)] : [])]
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift()
        if (piece) controller.enqueue(piece)
        else if (cut?.how === 'lost') controller.error(new TypeError('network error'))
        else controller.close()
      },
    })
    const from = new URL(url).searchParams.get('dateRange.startTimestamp') ?? 'all'
    const disposition = `attachment;filename=ledger_entries_p_${from}.csv`
    return new Response(body, { headers: { 'content-type': 'text/csv', 'content-disposition': disposition } })
  }
  return {
    /** Addresses in the order they were requested. */
    requested,
    /** How the next answers go wrong, one after the other; then they are right. */
    faults,
    whole: header + rows.join(''),
    fetch: async (url: string): Promise<Response> => answer(url),
  }
}

/** A limiter that lets everything through and records what passed. */
export function openLimiterPort(): LimiterPort & { passed: (string | number)[] } {
  const passed: (string | number)[] = []
  return {
    passed,
    async acquire() {
      passed.push('enter')
      return undefined
    },
    async release(answered) {
      passed.push(answered?.status ?? 'nothing')
      return undefined
    },
  }
}

/** Unix microseconds of the first of `movements`. */
export const firstMovementAt = Date.UTC(2024, 2, 1, 10) * 1000

/** A movement a minute, several in a block, for some days. */
export const movements = (count: number): Movement[] =>
  Array.from({ length: count }, (_, at) => ({
    time: firstMovementAt + Math.floor(at / 3) * 60_000_000,
    entry: firstMovementAt + Math.floor(at / 3) * 60_000_000 + (at % 3) + 1,
    quantity: BigInt(at % 2),
    type: 'TRANSFER_TYPE_MTM_WIN',
    kind: (['in', 'out', 'own'] as const)[at % 3]!,
  }))

/** The facts and totals of bytes, without files, checks or requests. */
export class RowInspector {
  readonly #sums: LedgerSums
  readonly #reader = new LedgerReader((_, fields) => this.#sums.add(fields))

  constructor(owner: string) {
    this.#sums = new LedgerSums(owner)
  }

  push = (chunk: Bytes): void => this.#reader.push(chunk)
  facts = () => this.#reader.facts()
  totals = () => this.#sums.totals()

  get header(): string | undefined {
    return this.#reader.header
  }
}
