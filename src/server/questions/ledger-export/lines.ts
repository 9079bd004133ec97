import { accountTypeNames } from '../../../wire/ledger-export.ts'
import { instantSql, microsecondsSql } from '../../sql/statement.ts'

/** One account of the party. `bytes` are its id such as `\x03ab`. */
export interface PartyAccount {
  bytes: string
  /** May be a sender: its asset is the requested one, or none was requested. */
  sends: boolean
}

/** A stretch of entry time in Unix microseconds, the end excluded. */
export interface TimeSpan {
  start: bigint
  end: bigint
}

/** A stretch of time, and how many of its lines are wanted at most. */
export interface Slice extends TimeSpan {
  maxLines: number
}

/**
 * How a slice is found: account by account; among all entries of its time, half the work where most are the party's; or, in a
 * ledger with a row for each side, by one read for each account, which a distributed database sends to where its rows are.
 */
export type SliceStrategy = 'accounts' | 'times' | 'sides'

// CSV as COPY writes it: nothing for NULL, two quotes for empty text. The words here never need quoting otherwise.
const hex = (column: string): string =>
  `case when ${column} is null then '' when ${column} = ''::bytea then '""' else encode(${column}, 'hex') end`
const types = Object.entries(accountTypeNames).map(([number, name]) => `when ${number} then '${name}'`)
const transferType = `case when l.type is null then '' when l.type like 'TRANSFER\\_TYPE\\_%' then l.type
  else '"' || replace(l.type, '"', '""') || '"' end`

/** SQL text of an account and its fields (wire.md 5.2). OFFSET makes the database keep an account's text for all its lines. */
const owner = (id: string, party: string, first: string): string => `
  select a.party_id is not distinct from ${party} as mine, a.asset_id, ',' || ${first} ${hex('a.market_id')} || ',' ||
    case when a.party_id = '\\x03'::bytea then 'network' else ${hex('a.party_id')} end || ',' ||
    case a.type ${types.join(' ')} else 'UNKNOWN' end || ',' as fields
  from accounts a where a.id = ${id} offset 0`
const sender = (party: string): string => owner('l.account_from_id', party, `encode(a.asset_id, 'hex') || ',' ||`)
const receiver = (party: string): string => owner('l.account_to_id', party, '')

// In halves of halves: each || copies its left operand, so a line joined from left to right would be copied twenty times.
function joined(pieces: readonly string[]): string {
  const middle = pieces.length >> 1
  return middle === 0 ? (pieces[0] ?? '') : `(${joined(pieces.slice(0, middle))} || ${joined(pieces.slice(middle))})`
}

// An own transfer changes nothing for the party.
const fields = [
  `(l.vega_time at time zone 'UTC')::text`,
  `'+00,'`,
  'l.quantity::text',
  `','`,
  `case when not f.mine then l.quantity when t.mine then 0 else -l.quantity end::text`,
  `','`,
  transferType,
  'f.fields',
  'l.account_from_balance::text',
  't.fields',
  'l.account_to_balance::text',
]
const line = joined([...fields, `E'\\n'`])

/** COPY takes no parameters: its text holds only values that were validated or come from the database. */
function literal(value: string, form: RegExp): string {
  if (!form.test(value)) throw new TypeError('a value that must not stand in a statement')
  return `'${value}'`
}
const bytes = (value: string): string => `${literal(value, /^\\x[0-9a-f]*$/)}::bytea`
const ids = (accounts: readonly PartyAccount[]): string =>
  `array[${accounts.map((account) => bytes(account.bytes)).join(', ')}]::bytea[]`

/** Whose lines, as stored bytes; the asset is compared with the sending account's. */
interface Owner {
  party: string
  asset: string | undefined
  /** Entries of blocks after this time in Unix microseconds are left out. */
  maxBlockTime?: bigint | undefined
}

const ofAccounts = (accounts: readonly PartyAccount[]): string =>
  `(l.account_from_id = any (${ids(accounts.filter(({ sends }) => sends))}) or l.account_to_id = any (${ids(accounts)}))`

/** SQL of the condition that an entry `l` is of a block up to this time; nothing where any will do. */
export const inBlocks = ({ maxBlockTime }: Pick<Owner, 'maxBlockTime'>): string =>
  maxBlockTime === undefined ? '' : `and l.vega_time <= ${instantSql(maxBlockTime)}`

/** SQL of the condition that an entry `l` lies within a stretch of time. */
export const inTime = ({ start, end }: TimeSpan): string =>
  `l.ledger_entry_time >= ${instantSql(start)} and l.ledger_entry_time < ${instantSql(end)}`

/**
 * SQL of the condition that an entry `l` of a stretch of time is `account.id`'s on one side, to be ordered by `sideOrder`.
 * Rows are compared so that only the account's index will do: where the planner takes the account for a busy one, it would
 * look for a quiet one's entries among all entries by their time.
 */
export const onSide = (column: string, slice: TimeSpan): string =>
  `(l.${column}, l.ledger_entry_time) >= (account.id, ${instantSql(slice.start)})
    and (l.${column}, l.ledger_entry_time) < (account.id, ${instantSql(slice.end)}) and ${inTime(slice)}`
export const sideOrder = (column: string): string => `l.${column}, l.ledger_entry_time`

/** All lines of a stretch of time (wire.md 5.2, 5.3), a row each: read once, and sorted before text is made. */
export const sortedQuery = (
  accounts: readonly PartyAccount[],
  { party, asset, maxBlockTime }: Owner,
  bounds: TimeSpan,
): string => `
  select ${joined(fields)}
  from (select * from ledger l where ${ofAccounts(accounts)} and ${inTime(bounds)} ${inBlocks({ maxBlockTime })} order by l.ledger_entry_time offset 0) l
  cross join lateral (${sender(bytes(party))}) f
  cross join lateral (${receiver(bytes(party))}) t
  ${asset === undefined ? '' : `where f.asset_id = ${bytes(asset)}`}
  order by l.ledger_entry_time`

/** The first lines of a slice (wire.md 5.2, 5.3): how many, the entry time of the last in microseconds, and all as one text. */
export function linesQuery(
  accounts: readonly PartyAccount[],
  owner: Owner,
  slice: Slice,
  strategy: SliceStrategy,
): string {
  const { party, asset } = owner
  const { maxLines } = slice
  const lines = (where: string, order = 'l.ledger_entry_time'): string => `
    select l.ledger_entry_time as at, ${line} as line
    from ledger l
    cross join lateral (${sender(bytes(party))}) f
    cross join lateral (${receiver(bytes(party))}) t
    where ${where}
      ${inBlocks(owner)}
      ${asset === undefined ? '' : `and f.asset_id = ${bytes(asset)}`}
    order by ${order} limit ${String(maxLines)}`
  const each = (some: readonly PartyAccount[], column: string, more = ''): string => `
    select e.at, e.line from unnest(${ids(some)}) as account (id)
    cross join lateral (${lines(`${onSide(column, slice)} ${more}`, sideOrder(column))}) e`
  const senders = accounts.filter(({ sends }) => sends)
  const ofSide = (account: PartyAccount): string => {
    const id = bytes(account.bytes)
    const received = `l.account_from_id <> all (${ids(senders)})`
    // An entry between two accounts of the party is that of its sender.
    const mine = account.sends
      ? `(l.account_from_id = ${id} or ${received})`
      : `l.account_to_id = ${id} and ${received}`
    return `(${lines(`l.account_id = ${id} and ${mine} and ${inTime(slice)}`)})`
  }
  const strategies: Readonly<Record<SliceStrategy, () => string>> = {
    times: () => lines(`${ofAccounts(accounts)} and ${inTime(slice)}`),
    sides: () =>
      `select s.at, s.line from (${accounts.map(ofSide).join(' union all ')}) s order by s.at limit ${String(maxLines)}`,
    accounts: () => `select s.at, s.line from (
        ${each(senders, 'account_from_id')}
        union all
        ${each(accounts, 'account_to_id', `and l.account_from_id <> all (${ids(senders)})`)}) s
      order by s.at limit ${String(maxLines)}`,
  }
  return `
    select count(*)::text, ${microsecondsSql('max(e.at)')}, string_agg(e.line, '') from (${strategies[strategy]()}) e`
}
