import { parseJson } from '../../../wire/scalar.ts'
import type { Db } from '../../database/db.ts'
import { type Listing, readOne, readPage } from '../../sql/keyset.ts'
import { marketMessage } from './market-message.ts'
import { type Tree, isTree, renderMessage } from './message.ts'
import type { Plan } from '../../sql/page.ts'
import { json } from '../../sql/record.ts'
import { idText, whereId } from '../../sql/statement.ts'

/** Columns of a market that are not named like their member. */
const columns: Readonly<Record<string, string>> = {
  id: idText('m.id'),
  // "No market" is stored as empty bytes.
  parentMarketId: `nullif(${idText('m.parent_market_id')}, '')`,
  successorMarketId: `(select ${idText('l.market_id')} from market_lineage l
    where l.parent_market_id = m.id and m.id <> ''::bytea order by l.vega_time desc limit 1)`,
  liquiditySlaParams: 'm.liquidity_sla_parameters',
  enableTransactionReordering: 'm.enable_tx_reordering',
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A member's column as text, also objects: their 64-bit numbers are stored as JSON numbers. */
const memberSql = (name: string): string => `'${name}', (${columns[name] ?? `m.${snake(name)}`})::text`

const nanosecondsPerSecond = 1_000_000_000n

/** A node stores some members under other names or in other units than the wire's. */
const toWire: Readonly<Record<string, (stored: Tree) => Tree>> = {
  fees: ({ liquidityFeeSettings: settings, ...fees }) => {
    if (!isTree(settings)) return fees
    const { makerFee: method, ...rest } = settings
    return { ...fees, liquidityFeeSettings: { method, ...rest } }
  },
  priceMonitoringSettings: ({ priceMonitoringParameters: parameters, ...rest }) => ({ parameters, ...rest }),
  liquidationStrategy: ({ disposalTimeStep: step, ...rest }) => ({
    disposalTimeStep: /^\d+$/.test(String(step)) ? String(BigInt(String(step)) / nanosecondsPerSecond) : step,
    ...rest,
  }),
}

// Members that are present even where nothing is stored.
const alwaysPresent = new Set([
  'fees',
  'openingAuction',
  'priceMonitoringSettings',
  'liquidityMonitoringParameters',
  'marketTimestamps',
])

// The instrument is protobuf JSON: its 64-bit integers are text already and its numbers are doubles.
function wireValue(name: string, column: unknown): unknown {
  if (!marketMessage[name]?.isMessage) return column
  const parse = name === 'tradableInstrument' ? JSON.parse : parseJson
  const parsed: unknown = typeof column === 'string' ? parse(column) : null
  const stored = isTree(parsed) ? parsed : alwaysPresent.has(name) ? {} : null
  return stored && (toWire[name]?.(stored) ?? stored)
}

/** The wire's market from the JSON text of a row. */
export function marketOf(text: string): string {
  const parsed: unknown = JSON.parse(text)
  const columns = Object.entries(isTree(parsed) ? parsed : {})
  const row = Object.fromEntries(columns.map(([name, column]) => [name, wireValue(name, column)]))
  return JSON.stringify(renderMessage(marketMessage, row))
}

const listing = {
  node: json(`json_build_object(${Object.keys(marketMessage).map(memberSql).join(', ')})`),
  from: 'markets_current m',
  // The time of a market's last update is not unique; the id makes the order total.
  cursor: [
    { name: 'vegaTime', kind: 'time', sql: 'm.vega_time' },
    { name: 'id', kind: 'id', sql: 'm.id' },
  ],
  finish: marketOf,
} satisfies Listing

/** Markets that were not rejected, last updated first. Throws BadInput for a bad cursor. */
export function readMarkets(db: Db, includeSettled: boolean, plan: Plan, signal?: AbortSignal): Promise<string> {
  const hidden = includeSettled ? `'STATE_REJECTED'` : `'STATE_REJECTED', 'STATE_SETTLED', 'STATE_CLOSED'`
  return readPage(db, listing, plan, { conditions: [() => `m.state::text not in (${hidden})`], signal })
}

/** One market in any state, or undefined. Throws BadInput for a bad id. */
export function readMarket(db: Db, marketId: string, signal?: AbortSignal): Promise<string | undefined> {
  return readOne(db, listing, whereId('m.id', marketId), signal)
}
