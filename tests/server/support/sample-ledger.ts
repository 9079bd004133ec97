import { asset, market, party } from './ids.ts'
import type { WritableDb } from '../../../src/server/database/db.ts'
import { type SampleRow, bytes, insert } from './sample-rows.ts'

/** An account of the sample; `market` and `party` may be missing or empty, as on a real node. */
export interface SampleAccount {
  id: string
  party: string | undefined
  asset: string
  market: string | undefined
  type: number
}

const account = (id: string, owner: string | undefined, asset: string, market: string | undefined, type: number) => ({
  id: id.repeat(32),
  party: owner,
  asset,
  market,
  type,
})

export const accounts = {
  annaGeneral: account('e1', party.anna, asset.usd, '', 4),
  annaMargin: account('e2', party.anna, asset.usd, market.btc, 3),
  annaVega: account('e3', party.anna, asset.vega, undefined, 4),
  borisGeneral: account('e4', party.boris, asset.usd, '', 4),
  borisOdd: account('e5', party.boris, asset.points, '', 30),
  settlement: account('e6', '03', asset.usd, market.btc, 2),
  treasury: account('e7', '03', asset.vega, '', 21),
  nobody: account('e8', undefined, asset.usd, undefined, 10),
} as const satisfies Record<string, SampleAccount>

export interface SampleEntry {
  /** Microseconds after 2024-03-01 10:00:00 UTC: the time of the entry, and of the block that it is in. */
  at: number
  block: number
  from: SampleAccount
  to: SampleAccount
  quantity: string
  balances: readonly [from: string, to: string]
  type: string | undefined
}

const entry = (
  block: number,
  sequence: number,
  from: SampleAccount,
  to: SampleAccount,
  quantity: string,
  type: string | undefined,
): SampleEntry => ({ at: block + sequence, block, from, to, quantity, balances: ['7', '9'], type })

const { annaGeneral, annaMargin, annaVega, borisGeneral, borisOdd, settlement, treasury, nobody } = accounts

/** Every kind of entry: own transfers, party `network`, no party, no market, no type, zero, amounts beyond 2^64. */
export const entries: readonly SampleEntry[] = [
  entry(123_456, 0, annaGeneral, annaMargin, '1000', 'TRANSFER_TYPE_MARGIN_LOW'),
  entry(123_456, 1, annaMargin, settlement, '50', 'TRANSFER_TYPE_MTM_LOSS'),
  entry(123_456, 2, settlement, borisGeneral, '50', 'TRANSFER_TYPE_MTM_WIN'),
  entry(5_000_000, 0, treasury, annaVega, '123456789012345678901234567890', 'TRANSFER_TYPE_REWARD_PAYOUT'),
  entry(5_900_000, 0, annaGeneral, borisGeneral, '0', undefined),
  entry(6_000_000, 0, nobody, annaGeneral, '3', ''),
  entry(7_000_000, 0, annaVega, annaGeneral, '4', 'TRANSFER_TYPE_SPOT'),
  entry(8_000_000, 0, borisOdd, borisGeneral, '1', 'TRANSFER_TYPE_SPOT'),
  entry(9_000_000, 0, borisGeneral, settlement, '2', 'odd, "type"'),
  entry(86_400_000_000 * 40, 0, annaMargin, annaGeneral, '5', 'TRANSFER_TYPE_MARGIN_HIGH'),
]

const start = Date.UTC(2024, 2, 1, 10)

/** Microseconds after the start as PostgreSQL's text in UTC. */
export function timeOf(microseconds: number): string {
  const whole = new Date(start + Math.floor(microseconds / 1_000_000) * 1000).toISOString()
  const fraction = String(microseconds % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${whole.slice(0, 19).replace('T', ' ')}${fraction === '' ? '' : `.${fraction}`}+00`
}

/** Unix nanoseconds of microseconds after the start. */
export const nanosecondsOf = (microseconds: number): string =>
  (BigInt(start) * 1_000_000n + BigInt(microseconds) * 1000n).toString()

export const accountRow = ({ id, party, asset, market, type }: SampleAccount): SampleRow => ({
  id: bytes(id),
  party_id: party === undefined ? undefined : bytes(party),
  asset_id: bytes(asset),
  market_id: market === undefined ? undefined : bytes(market),
  type: String(type),
})

export const entryRow = ({ at, block, from, to, quantity, balances, type }: SampleEntry): SampleRow => ({
  ledger_entry_time: timeOf(at),
  account_from_id: bytes(from.id),
  account_to_id: bytes(to.id),
  quantity,
  vega_time: timeOf(block),
  account_from_balance: balances[0],
  account_to_balance: balances[1],
  type,
})

/** Fills the ledger with `rows` entries from Anna to Boris, a second apart, whose type has `typeLength` characters. */
export async function insertLongLedger(db: WritableDb, rows: number, typeLength: number): Promise<void> {
  await insert(db, 'accounts', [accountRow(accounts.annaGeneral), accountRow(accounts.borisGeneral)])
  const [from, to] = [accounts.annaGeneral, accounts.borisGeneral].map(({ id }) => `'${bytes(id)}'::bytea`)
  await db.exec(`
    insert into ledger
    select timestamptz '2024-03-01 10:00:00+00' + n * interval '1 second', ${from}, ${to}, n,
      timestamptz '2024-03-01 10:00:00+00' + n * interval '1 second', 7, 9, repeat('x', ${typeLength})
    from generate_series(1, ${rows}) n`)
}
