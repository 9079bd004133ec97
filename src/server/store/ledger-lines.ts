import { accountTypeNames } from '../../wire/ledger-export.ts'
import { timestampText } from './sql.ts'

/**
 * One account of the party with the fields it gives to every line it is in, so that they are not made again for each.
 * `bytes` are its id such as `\x03ab`; `owner` is CSV: market, party and type.
 */
export interface PartyAccount {
  bytes: string
  asset: string
  owner: string
  /** It may stand on the sending side: its asset is the one asked for, or none was. */
  sends: boolean
}

/** A stretch of entry time in Unix microseconds, the end excluded, and how many of its lines are wanted at most. */
export interface Slice {
  start: bigint
  end: bigint
  most: number
}

// CSV as COPY writes it: nothing for NULL, two quotes for empty text. The words here never need quoting otherwise.
const hex = (column: string): string =>
  `case when ${column} is null then '' when ${column} = ''::bytea then '""' else encode(${column}, 'hex') end`
const types = Object.entries(accountTypeNames).map(([number, name]) => `when ${number} then '${name}'`)
const transferType = `case when l.type is null then '' when l.type like 'TRANSFER\\_TYPE\\_%' then l.type
  else '"' || replace(l.type, '"', '""') || '"' end`

/** SQL text of the asset field of an account. */
export const assetField = (account: string): string => `encode(${account}.asset_id, 'hex')`

/** SQL text of the three fields that say whose an account is (wire.md 5.2, columns 6 to 8). */
export const ownerFields = (account: string): string => `
  ${hex(`${account}.market_id`)} || ',' ||
  case when ${account}.party_id = '\\x03'::bytea then 'network' else ${hex(`${account}.party_id`)} end || ',' ||
  case ${account}.type ${types.join(' ')} else 'UNKNOWN' end`

// In halves of halves: each || copies what stands on its left, and a line joined from left to right is copied twenty times.
function joined(pieces: readonly string[]): string {
  const middle = pieces.length >> 1
  return middle === 0 ? (pieces[0] ?? '') : `(${joined(pieces.slice(0, middle))} || ${joined(pieces.slice(middle))})`
}

const line = (...fields: string[]): string =>
  joined([
    `(l.vega_time at time zone 'UTC')::text`,
    `'+00,'`,
    'l.quantity::text',
    ...fields.flatMap((field) => [`','`, `(${field})`]),
    `E'\\n'`,
  ])

/** COPY takes no parameters: only what was validated or made by the database itself stands in its text. */
function literal(value: string, form: RegExp): string {
  if (!form.test(value)) throw new TypeError('a value that must not stand in a statement')
  return `'${value}'`
}
const bytes = (value: string): string => `${literal(value, /^\\x[0-9a-f]*$/)}::bytea`
const fields = (value: string): string => literal(value, /^[0-9A-Za-z_",]*$/)

/**
 * The first lines with one of the accounts on the `mine` side, `o` being the account on the other one. Each account goes down
 * its own index and no further than a whole slice, so that a burst of entries costs no more than any others.
 */
function side(
  accounts: readonly PartyAccount[],
  [mine, other]: readonly [string, string],
  { start, end, most }: Slice,
  text: string,
  where: string,
): string {
  const list = (make: (account: PartyAccount) => string): string => accounts.map(make).join(', ')
  return `
    select entry.at, entry.line
    from unnest(
      array[${list((account) => bytes(account.bytes))}]::bytea[],
      array[${list(({ asset }) => fields(asset))}]::text[],
      array[${list(({ owner }) => fields(owner))}]::text[]) as account (id, asset, owner)
    cross join lateral (
      select l.ledger_entry_time as at, ${text} as line
      from ledger l join accounts o on o.id = l.${other}
      where l.${mine} = account.id
        and l.ledger_entry_time >= '${timestampText(start)}'::timestamptz
        and l.ledger_entry_time < '${timestampText(end)}'::timestamptz
        ${where}
      order by l.ledger_entry_time limit ${String(most)}) entry`
}

/**
 * The query of the first lines of a slice in order of entry time (wire.md 5.2, 5.3): how many, the entry time of the last in
 * Unix microseconds, and all of them as one text. `party` and `asset` are stored bytes.
 */
export function linesQuery(
  accounts: readonly PartyAccount[],
  { party, asset }: { party: string; asset: string | undefined },
  slice: Slice,
): string {
  const senders = accounts.filter(({ sends }) => sends)
  const balances = ['l.account_from_balance::text', 'l.account_to_balance::text'] as const
  // An own transfer changes nothing for the party.
  const sent = `case when o.party_id = ${bytes(party)} then '0' else (-l.quantity)::text end`
  const sending = line(sent, transferType, 'account.asset', 'account.owner', balances[0], ownerFields('o'), balances[1])
  const receiving = line(
    'l.quantity::text',
    transferType,
    assetField('o'),
    ownerFields('o'),
    balances[0],
    'account.owner',
    balances[1],
  )
  const others = `and l.account_from_id <> all (array[${senders.map((account) => bytes(account.bytes)).join(', ')}]::bytea[])
    ${asset === undefined ? '' : `and o.asset_id = ${bytes(asset)}`}`
  return `
    select count(*)::text, (extract(epoch from max(e.at)) * 1000000)::bigint::text, string_agg(e.line, '') from (
    select s.at, s.line from (
      ${side(senders, ['account_from_id', 'account_to_id'], slice, sending, '')}
      union all
      ${side(accounts, ['account_to_id', 'account_from_id'], slice, receiving, others)}) s
    order by s.at limit ${String(slice.most)}) e`
}
