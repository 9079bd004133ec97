import { groupDigits } from '../../format/amount.ts'
import { cellTime, type Zone } from '../../format/time.ts'
import { typeWords } from '../rows/groups.ts'
import { type Amount, amounts, inBlock, type RowBlock, signs } from './row-block.ts'
import type { Selection } from './filter.ts'
import type { RowStore } from './row-store.ts'

/** What is looked for, and how the grid shows the values in which it is found. */
export interface FindQuery {
  /** Lower case, single spaces; and the digits where they were typed with separators. */
  words: string
  digits?: string | undefined
  zone: Zone
  /** Decimals by asset, where they are known. */
  decimals: Readonly<Record<string, number>>
}

const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')

/** Digits with their point and without zeros at the end: `1234500, 6` is `1.2345`. */
function shifted(digits: string, decimals: number | undefined): string {
  if (decimals === undefined || decimals === 0) return digits
  const padded = digits.padStart(decimals + 1, '0')
  const point = padded.length - decimals
  const fraction = padded.slice(point).replace(/0+$/, '')
  return `${padded.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`
}

/** Whether an amount has it: in the raw integer, or in the amount as it is shown. */
function amountTest(store: RowStore, { words, digits, decimals }: FindQuery) {
  const scales = store.assets.texts.map((_, asset) => decimals[store.asset(asset)])
  const needles = digits === undefined ? [words] : [words, digits]
  // What holds a letter is in no amount.
  const numeric = /^[+\-\u2212\d.,]+$/.test(words)
  // Its digits stand in the raw integer in their order, but for zeros that are shown in front.
  const codes = Array.from(words.replaceAll(/\D/g, '').replace(/^0+/, ''), (digit) => digit.charCodeAt(0))
  return (block: RowBlock, at: number, which: Amount, sign: string): boolean => {
    if (!numeric || !block.includes(at, which, codes)) return false
    const raw = block.text(at, which)
    const shown = groupDigits(shifted(raw, scales[block.asset[at]!]))
    const [exact, read] = [`${sign === '\u2212' ? '-' : ''}${raw}`, `${sign}${shown}`]
    return needles.some((needle) => exact.includes(needle) || read.includes(needle))
  }
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'

/** Whether a time can hold the words: each run of letters must be of a month, or of the offset in the file. */
const mayBeTime = (words: string): boolean => (words.match(/\p{L}+/gu) ?? []).every((run) => months.includes(run))

/** Which of the numbered texts have it, in the file's spelling or in words. */
const textsWith = (texts: readonly string[], has: (text: string) => boolean): Uint8Array =>
  Uint8Array.from(texts, (text) => (has(fold(text)) || has(fold(typeWords(text))) ? 1 : 0))

/** Which rows the grid would mark: as its own search over loaded rows does, in the values that it shows. */
function rowTest(store: RowStore, query: FindQuery, party: string): (row: number) => boolean {
  const has = (text: string) => text.includes(query.words)
  const types = textsWith(store.types.texts, has)
  const assets = Uint8Array.from(store.assets.texts, (text) => (has(fold(text)) ? 1 : 0))
  const accounts = new Map<number, boolean>()
  const inAccount = (id: number): boolean => {
    const existing = accounts.get(id)
    if (existing !== undefined) return existing
    const { type, market, party: owner } = store.account(id)
    const isNetwork = owner === 'network' || owner === ''
    const other = owner === party ? '' : isNetwork ? `network, ${typeWords(type)}` : owner
    const found = [`${type} ${market}`.trim(), typeWords(type), other].some((text) => has(fold(text)))
    accounts.set(id, found)
    return found
  }
  const inAmount = amountTest(store, query)
  let [micros, inTime] = [Number.NaN, false]
  const possible = mayBeTime(query.words)
  const hasTime = (row: number): boolean => {
    if (!possible) return false
    const now = store.micros(row)
    if (now === micros) return inTime
    micros = now
    const shown = Number.isNaN(now) ? '' : cellTime(BigInt(now) * 1000n, query.zone, 'micro')
    const exact = Number.isNaN(now) ? (store.line(row).split(',')[0] ?? '') : store.timeText(row)
    inTime = has(fold(exact)) || has(fold(shown))
    return inTime
  }
  return (row) => {
    const [block, at] = [store.block(row), row & inBlock]
    if (types[block.type[at]!] === 1 || assets[block.asset[at]!] === 1) return true
    if (inAccount(block.from[at]!) || inAccount(block.to[at]!)) return true
    const sign = block.sign[at] === signs.credit ? '+' : block.sign[at] === signs.debit ? '\u2212' : ''
    if (inAmount(block, at, amounts.quantity, sign)) return true
    const receives = store.account(block.to[at]!).party === party
    return inAmount(block, at, receives ? amounts.toBalance : amounts.fromBalance, '') || hasTime(row)
  }
}

/** The places in a selection whose row has it, in their order. Stops after a batch whenever `isStale` says so. */
export async function findIn(
  { store, selection, party }: { store: RowStore; selection: Selection; party: string },
  query: FindQuery,
  isStale: () => boolean,
): Promise<Uint32Array | undefined> {
  const test = rowTest(store, query, party)
  const { count } = selection
  let found = new Uint32Array(1024)
  let length = 0
  for (let index = 0; index < count; index++) {
    // Later questions of the page are answered in between.
    if ((index & inBlock) === inBlock) {
      await new Promise((resolve) => setTimeout(resolve))
      if (isStale()) return undefined
    }
    if (!test(selection.rowAt(index)!)) continue
    if (length === found.length) {
      const larger = new Uint32Array(length * 2)
      larger.set(found)
      found = larger
    }
    found[length++] = index
  }
  return found.slice(0, length)
}
