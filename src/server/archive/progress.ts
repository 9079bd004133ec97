import { otherSchemaWords } from './tables.ts'
import { type Segment, blocksOf } from './segment.ts'

/** Where the lines go: a terminal is redrawn in place, anything else gets plain lines. */
export interface Screen {
  isTTY?: boolean | undefined
  columns?: number | undefined
  write(text: string): unknown
}

const redrawEvery = 100
const barWidth = 20

const grouped = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

const clock = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Shows an import: on a terminal one line with a bar, otherwise a line for each finished table. Bytes are unpacked. */
export function showProgress(screen: Screen, now: () => number = () => performance.now()) {
  let file = ''
  let total = 0
  let start = 0
  let drawn = -Infinity

  const say = (line: string): unknown => screen.write(screen.isTTY ? `\r\x1b[K${line}\n` : `${line}\n`)
  const rate = (bytes: number): string => {
    const seconds = (now() - start) / 1000
    return `${(seconds > 0 ? bytes / 1e6 / seconds : 0).toFixed(1)} MB/s`
  }
  const draw = (text: string, bytes: number): void => {
    if (!screen.isTTY) return
    drawn = now()
    const part = total > 0 ? Math.min(1, bytes / total) : 1
    const bar = '='.repeat(Math.round(part * barWidth)).padEnd(barWidth)
    const line = `[${bar}] ${String(Math.floor(part * 100)).padStart(3)} %  ${text}  ${clock(now() - start)}  ${file}`
    screen.write(`\r\x1b[K${line.slice(0, (screen.columns ?? 80) - 1)}`)
  }
  const tableLine = (table: string, rows: number, bytes: number): string =>
    `${table}  ${grouped(rows)} rows  ${rate(bytes)}`

  return {
    started(segment: Segment, bytes: number) {
      file = segment.file
      total = bytes
      start = now()
      const otherSchema = otherSchemaWords(segment)
      if (otherSchema !== undefined) say(otherSchema)
      if (!screen.isTTY) say(`${file}: ${blocksOf(segment)} of ${segment.chainId}, ${(bytes / 1e6).toFixed(1)} MB`)
    },
    noticed: say,
    loading(table: string, rows: number, bytes: number) {
      if (now() - drawn >= redrawEvery) draw(tableLine(table, rows, bytes), bytes)
    },
    loaded(table: string, rows: number, bytes: number) {
      if (screen.isTTY) draw(tableLine(table, rows, bytes), bytes)
      else say(`  ${tableLine(table, rows, bytes)}  ${clock(now() - start)}`)
    },
    building() {
      if (screen.isTTY) draw('building candles', total)
      else say('  building candles')
    },
    finished(segment: Segment) {
      const seconds = ((now() - start) / 1000).toFixed(1)
      say(`${file}: ${blocksOf(segment)} of ${segment.chainId} imported in ${seconds} s`)
    },
    skipped(segment: Segment) {
      say(`${segment.file}: ${blocksOf(segment)} are already imported`)
    },
  }
}
export type ImportProgress = ReturnType<typeof showProgress>
