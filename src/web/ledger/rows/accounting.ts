import { shiftDecimals, trimZeros } from '../../format/amount.ts'
import { withoutFormula } from '../../format/csv.ts'
import type { LedgerColumn } from '../../../wire/ledger-export.ts'
import { type Group, groupOf, groupWords, typeWords } from './groups.ts'
import { counterpartyWords, marketOf } from './ledger-row.ts'
import { ledgerTimeIso, ledgerMicros } from './ledger-time.ts'
import { signOf } from './ledger-totals.ts'

export interface AssetScale {
  symbol: string
  decimals: number
}

/** A file for accounts: what came in and went out, in decimals, under the column names of a program. */
export interface Accounting {
  layout: Layout
  assets: Readonly<Record<string, AssetScale>>
  /** Codes of markets by id. */
  markets: Readonly<Record<string, string>>
}

/** One entry that changes what the party holds. Amounts are exact decimals without zeros at the end. */
interface Entry {
  /** `2024-03-01T10:00:00.123456Z`, every digit of the node's. */
  time: string
  type: string
  group: Group
  amount: string
  isIn: boolean
  symbol: string
  asset: string
  counterparty: string
  market: string
  marketId: string
  id: string
}

type Column = readonly [name: string, value: (entry: Entry) => string]

const second = ({ time }: Entry): string => time.slice(0, 19).replace('T', ' ')
/** `03/01/2024 10:00:00`. */
const american = (entry: Entry): string =>
  second(entry).replace(/^(\d+)-(\d+)-(\d+)/, (_, year, month, day) => `${month}/${day}/${year}`)
const label = ({ group }: Entry): string => groupWords[group]
const isFee = ({ group, isIn }: Entry): boolean => group === 'fees' && !isIn
const isResult = ({ group }: Entry): boolean => group === 'trading' || group === 'funding'
const words = (entry: Entry): string =>
  [typeWords(entry.type), entry.market || entry.marketId, entry.counterparty].filter(Boolean).join(', ')
const none = (): string => ''

const received = (amount: string, asset: string): Column[] => [
  [amount, ({ isIn, amount }) => (isIn ? amount : '')],
  [asset, ({ isIn, symbol }) => (isIn ? symbol : '')],
]
const sent = (amount: string, asset: string): Column[] => [
  [amount, ({ isIn, amount }) => (isIn ? '' : amount)],
  [asset, ({ isIn, symbol }) => (isIn ? '' : symbol)],
]
const empty = (...names: string[]): Column[] => names.map((name) => [name, none])

const coinTrackingTypes: Readonly<Partial<Record<Group, readonly [income: string, expense: string]>>> = {
  trading: ['Derivatives / Futures Profit', 'Derivatives / Futures Loss'],
  funding: ['Derivatives / Futures Profit', 'Derivatives / Futures Loss'],
  fees: ['Other Income', 'Other Fee'],
  rewards: ['Reward / Bonus', 'Spend'],
  liquidity: ['Other Income', 'Spend'],
}
const movesAssets = ['Deposit', 'Withdrawal'] as const

/** The labels that each program knows; without one, an entry is a deposit or a withdrawal to it. */
const koinlyLabel = (entry: Entry): string =>
  isResult(entry) ? 'realized gain' : isFee(entry) ? 'cost' : entry.group === 'rewards' && entry.isIn ? 'reward' : ''
const coinTrackerTag = (entry: Entry): string =>
  isResult(entry) ? (entry.isIn ? 'margin gain' : 'margin loss') : isFee(entry) ? 'margin fee' : ''

/**
 * The columns by program, as the forms for own files name them in the help of Koinly (universal), CoinTracking, CoinTracker and
 * ZenLedger. None has a fee beside another amount: each fee of a ledger is an entry of its own.
 */
export const layouts = {
  general: {
    label: 'Plain names',
    columns: [
      ['date_utc', ({ time }) => time],
      ['type', ({ type }) => typeWords(type)],
      ['received_amount', ({ isIn, amount }) => (isIn ? amount : '')],
      ['received_asset', ({ isIn, symbol }) => (isIn ? symbol : '')],
      ['sent_amount', (entry) => (entry.isIn || isFee(entry) ? '' : entry.amount)],
      ['sent_asset', (entry) => (entry.isIn || isFee(entry) ? '' : entry.symbol)],
      ['fee_amount', (entry) => (isFee(entry) ? entry.amount : '')],
      ['fee_asset', (entry) => (isFee(entry) ? entry.symbol : '')],
      ['counterparty', ({ counterparty }) => counterparty],
      ['market', ({ market }) => market],
      ['label', label],
      ['entry_id', ({ id }) => id],
      ['asset_id', ({ asset }) => asset],
      ['market_id', ({ marketId }) => marketId],
    ],
  },
  koinly: {
    label: 'Koinly',
    columns: [
      ['Date', (entry) => `${second(entry)} UTC`],
      ...sent('Sent Amount', 'Sent Currency'),
      ...received('Received Amount', 'Received Currency'),
      ...empty('Fee Amount', 'Fee Currency', 'Net Worth Amount', 'Net Worth Currency'),
      ['Label', koinlyLabel],
      ['Description', words],
      ['TxHash', ({ id }) => id],
    ],
  },
  cointracking: {
    label: 'CoinTracking',
    columns: [
      ['Type', ({ group, isIn }) => (coinTrackingTypes[group] ?? movesAssets)[isIn ? 0 : 1]],
      ...received('Buy Amount', 'Buy Currency'),
      ...sent('Sell Amount', 'Sell Currency'),
      ...empty('Fee', 'Fee Currency'),
      ['Exchange', () => 'Vega'],
      ['Trade-Group', label],
      ['Comment', words],
      ['Date', second],
      ['Tx-ID', ({ id }) => id],
    ],
  },
  cointracker: {
    label: 'CoinTracker',
    columns: [
      ['Date', american],
      ...received('Received Quantity', 'Received Currency'),
      ...sent('Sent Quantity', 'Sent Currency'),
      ...empty('Fee Amount', 'Fee Currency'),
      ['Tag', coinTrackerTag],
    ],
  },
  zenledger: {
    label: 'ZenLedger',
    columns: [
      ['Timestamp', american],
      ['Type', ({ isIn }) => (isIn ? 'Receive' : 'Send')],
      ...received('IN Amount', 'IN Currency'),
      ...sent('Out Amount', 'Out Currency'),
      ...empty('Fee Amount', 'Fee Currency'),
      ['Exchange(optional)', () => 'Vega'],
      ['US Based', () => 'No'],
    ],
  },
} as const satisfies Record<string, { label: string; columns: readonly Column[] }>
export type Layout = keyof typeof layouts
export const layoutNames = Object.keys(layouts) as [Layout, ...Layout[]]

/** FNV-1a of a text, 32 bits as eight hexadecimal digits. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/**
 * The network gives entries no id: one is made of the block's time and the row's text. Equal rows of a block are counted, so
 * that ids of a file differ and are the same in every file that has the rows.
 */
function entryIds(): (time: string, row: string) => string {
  let block = ''
  const seen = new Map<string, number>()
  return (time, row) => {
    if (time !== block) seen.clear()
    block = time
    const hash = digest(row)
    const count = (seen.get(hash) ?? 0) + 1
    seen.set(hash, count)
    return `${time.replaceAll(/[-:]/g, '')}-${hash}${count === 1 ? '' : `-${count}`}`
  }
}

/**
 * The rows of a ledger for accounts; undefined for moves between the party's own accounts and of nothing, which change no
 * holdings. Throws where an amount, a time or the decimals of an asset are not known: a file of accounts leaves nothing out.
 */
export function accountingRows({ layout, assets, markets }: Accounting) {
  const { columns } = layouts[layout]
  const idOf = entryIds()
  let rows = 0
  return {
    names: columns.map(([name]) => name),
    cells: (row: (name: LedgerColumn) => string, text: string): string[] | undefined => {
      rows++
      const sign = signOf(row('quantity'), row('effect'))
      const time = row('vega_time')
      if (sign === undefined || Number.isNaN(ledgerMicros(time)))
        throw new Error(`Row ${rows} has an amount or a time that cannot be read.`)
      const utc = ledgerTimeIso(time)
      const id = idOf(utc, text)
      if (sign === 0 || /^0+$/.test(row('quantity'))) return undefined
      const asset = row('asset_id')
      const scale = assets[asset]
      if (!scale) throw new Error(`The decimals of asset ${asset} are not known. Set them in the settings.`)
      const marketId = marketOf(row)
      const entry: Entry = {
        time: utc,
        type: row('transfer_type'),
        group: groupOf(row('transfer_type')),
        amount: trimZeros(shiftDecimals(row('quantity').replace(/^0+(?=\d)/, ''), scale.decimals)),
        isIn: sign > 0,
        symbol: scale.symbol || asset,
        asset,
        counterparty: counterpartyWords(row),
        market: markets[marketId] ?? '',
        marketId,
        id,
      }
      return columns.map(([, value]) => withoutFormula(value(entry)))
    },
  }
}
