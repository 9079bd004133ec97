import { parseDecimal } from './amounts.ts'
import { isNanoseconds } from '../../format/time.ts'
import { isZone } from '../../format/zone.ts'
import type { Side } from '../../ledger/store/filter.ts'

/** What this page keeps in its address. Times are Unix nanoseconds; `to` and `end` are not included. */
export interface LedgerSearch {
  partyId?: string
  assetId?: string
  /** The range that is requested. */
  from?: string
  to?: string
  /** Goes before the zone of the preferences. */
  zone?: string
  /** What is shown of the rows that were read: a transfer type, a market, a side, amounts, a stretch of time. */
  type?: string
  market?: string
  side?: Side
  min?: string
  max?: string
  start?: string
  end?: string
  /** An export of this tab, whose file is read instead of a new answer. */
  run?: string
}

const sides: readonly Side[] = ['credit', 'debit', 'internal']

type Text = Readonly<Record<string, string>>

const times = (text: Text) =>
  Object.fromEntries(
    ['from', 'to', 'start', 'end'].flatMap((name) => {
      const value = text[name]
      return value !== undefined && isNanoseconds(value) ? [[name, value]] : []
    }),
  )

const texts = (text: Text) =>
  Object.fromEntries(
    ['partyId', 'assetId', 'type', 'market', 'run'].flatMap((name) => (text[name] ? [[name, text[name]]] : [])),
  )

const amounts = (text: Text) =>
  Object.fromEntries(
    ['min', 'max'].flatMap((name) => (parseDecimal(text[name] ?? '') === undefined ? [] : [[name, text[name]]])),
  )

/** Reads the flat text of the address; what cannot be read is left out, nothing throws. */
export function readLedgerSearch(text: Text): LedgerSearch {
  const side = sides.find((one) => one === text['side'])
  const zone = text['zone'] !== undefined && isZone(text['zone']) ? { zone: text['zone'] } : {}
  return { ...texts(text), ...times(text), ...zone, ...amounts(text), ...(side && { side }) }
}

/** The value of `type` for rows without one. */
export const noType = 'none'
