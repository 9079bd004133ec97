import { microsOf } from '../rows/ledger-time.ts'
import { Interner } from './interner.ts'

const suffix = /[+-]\d\d(?::?\d\d)?$/

/** Minutes of an offset as the CSV writes it: `+00`, `-03:30`. */
function minutesOf(offset: string): number {
  const digits = offset.replace(/\D/g, '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || '0')
  return offset.startsWith('-') ? -minutes : minutes
}

/** A time of the CSV (wire.md 5.2) as a number that can be compared, and what its text needs besides. */
export interface RowTime {
  /** Unix microseconds; whole, and exact in a double until the year 2255. */
  micros: number
  /** The number of its offset. */
  zone: number
  /** Whether the text comes out again of the two numbers. */
  isExact: boolean
}

/** Reads times of a ledger into microseconds and writes them again with every character they had. */
export class RowTimes {
  readonly #offsets = new Interner()
  readonly #minutes: number[] = []
  #text = ''
  #time: RowTime | undefined

  /** Undefined for a text that is no time. Rows of one block share their time, so the last one is kept. */
  read(text: string): RowTime | undefined {
    if (text === this.#text) return this.#time
    this.#text = text
    this.#time = this.#parse(text)
    return this.#time
  }

  write({ micros, zone }: Omit<RowTime, 'isExact'>): string {
    const local = micros + (this.#minutes[zone] ?? 0) * 60_000_000
    const seconds = Math.floor(local / 1_000_000)
    const rest = local - seconds * 1_000_000
    const whole = new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
    const fraction = rest === 0 ? '' : `.${String(rest).padStart(6, '0').replace(/0+$/, '')}`
    return `${whole}${fraction}${this.#offsets.texts[zone] ?? ''}`
  }

  #parse(text: string): RowTime | undefined {
    const micros = microsOf(text)
    if (!Number.isSafeInteger(micros) || micros <= -6e16) return undefined
    const offset = suffix.exec(text.slice(19))?.[0] ?? ''
    const zone = this.#offsets.add(offset)
    this.#minutes[zone] ??= minutesOf(offset)
    return { micros, zone, isExact: this.write({ micros, zone }) === text }
  }
}
