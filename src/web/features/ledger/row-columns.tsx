import { zoneOfTimes, type Zone } from '../../format/time.ts'
import { AssetCell, MarketCell, PartyCell } from '../../entities/entity-cells.tsx'
import { MissingCell } from '../../entities/value-cells.tsx'
import type { GridColumn } from '../../grid/columns/grid-columns.tsx'
import { counterpartyWords, type LedgerRow, otherSide } from '../../ledger/rows/ledger-row.ts'
import { typeWords } from '../../ledger/rows/groups.ts'
import { csvCellTime, plainAmount, signedAmount } from '../../ledger/ledger-words.ts'
import { Exact } from '../../ui/display/exact.tsx'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import styles from './row-columns.module.css'
import { serverNow } from '../../client/server-clock.ts'
import { ledgerMicros } from '../../ledger/rows/ledger-time.ts'
import { linkTo } from '../../router/link-to.ts'

const minute = 60_000_000_000n
/** Candles of a minute on each side of the marked one. */
const around = 60n * minute

type Entry = Pick<
  LedgerRow,
  | 'vega_time'
  | 'effect'
  | 'account_from_market_id'
  | 'account_from_party_id'
  | 'account_to_market_id'
  | 'account_to_party_id'
>

/**
 * Where the candle of an entry's minute is marked, with the ledger of the party beside it; undefined for an entry of no market,
 * and for one whose time or effect cannot be read. `now` in Unix nanoseconds: a range does not end in the future.
 */
export function candleOfEntry(entry: Entry, now = serverNow()): string | undefined {
  const micros = ledgerMicros(entry.vega_time)
  if (!Number.isSafeInteger(micros) || micros < 0 || !/^-?\d+$/.test(entry.effect)) return undefined
  const sends = entry.effect.startsWith('-')
  const [from, to] = [entry.account_from_market_id, entry.account_to_market_id]
  // The market of the party's own account goes first.
  const marketId = sends ? from || to : to || from
  if (marketId === '') return undefined
  const time = BigInt(micros) * 1000n
  const at = time - (time % minute)
  const end = at + around
  return linkTo('/markets/$marketId/candles', {
    marketId,
    party: sends ? entry.account_from_party_id : entry.account_to_party_id,
    interval: '1 minute',
    from: String(at > around ? at - around : 0n),
    ...(end <= now && { to: String(end) }),
    at: String(at),
  })
}

function Effect({ row, decimals }: { row: LedgerRow; decimals: number | undefined }) {
  if (!/^-?\d+$/.test(row.effect)) return <MissingCell reason="not recorded" />
  const effect = BigInt(row.effect)
  const title = `${row.effect} raw, quantity ${row.quantity} raw`
  if (effect === 0n) {
    const moved = plainAmount(row.quantity, decimals)
    return (
      <Exact className={styles.own} exact={row.own ? `internal move, ${moved}: ${title}` : title}>
        0{row.own && <small> internal move, {moved}</small>}
      </Exact>
    )
  }
  return (
    <Exact data-sign={effect > 0n ? 'in' : 'out'} className={styles.amount} exact={title}>
      {signedAmount(effect, decimals)}
    </Exact>
  )
}

const Account = ({ type, market }: { type: string; market: string }) => (
  <span className={styles.account}>
    {typeWords(type)}
    {market !== '' && (
      <>
        {' '}
        <MarketCell id={market} />
      </>
    )}
  </span>
)

/** The time of an entry: of one on a market, a link to its candle. */
function Time({ row, zone }: { row: LedgerRow; zone: Zone }) {
  const href = candleOfEntry(row)
  const time = <Exact exact={row.vega_time}>{csvCellTime(row.vega_time, zone, 'micro')}</Exact>
  return href === undefined ? time : <Anchor href={href}>{time}</Anchor>
}

/** Who was on the other side: another party, an account of the network, or one of the party's own. */
function Counterparty({ row }: { row: LedgerRow }) {
  const side = otherSide(row.effect)
  const [party, type] = [row[`account_${side}_party_id`], row[`account_${side}_account_type`]]
  if (row.own) return <>own {typeWords(type).toLowerCase()}</>
  return party === 'network' || party === '' ? <>network, {typeWords(type).toLowerCase()}</> : <PartyCell id={party} />
}

/** The width of a column of times, with room for the offset of an hour that is shown twice where the zone can have one. */
export const timeWidth = (zone: Zone, width: number): number => (zone === 'utc' || zone === 'raw' ? width : width + 48)

/** Px of the longest of some words with the padding of a cell, at 16 px text. */
const roomFor = (least: number, words: readonly string[]): number =>
  Math.max(least, Math.ceil(Math.max(0, ...words.map(({ length }) => length)) * 6.6) + 28)

/** What the rows have: transfer types, and accounts by type and code of the market. None of them is then cut. */
interface RowWords {
  types: readonly string[]
  accounts: readonly { type: string; code: string }[]
}

/** The columns of a ledger's rows. `scale` gives the decimals of an asset; `one`: all rows are of one asset. */
export function rowColumns(
  zone: Zone,
  scale: (asset: string) => number | undefined,
  one: boolean,
  { types, accounts }: RowWords = { types: [], accounts: [] },
): GridColumn<LedgerRow>[] {
  const account = roomFor(
    180,
    accounts.map(({ type, code }) => `${typeWords(type)} ${code}`.trim()),
  )
  return [
    {
      id: 'vega_time',
      header: 'Block time',
      unit: zoneOfTimes(zone),
      size: timeWidth(zone, 206),
      fixed: true,
      cell: (row) => <Time row={row} zone={zone} />,
      text: (row) => row.vega_time,
      shown: (row) => csvCellTime(row.vega_time, zone, 'micro'),
    },
    {
      id: 'transfer_type',
      header: 'Type',
      size: roomFor(134, types.map(typeWords)),
      cell: (row) => <Exact exact={row.transfer_type}>{typeWords(row.transfer_type)}</Exact>,
      text: (row) => row.transfer_type,
      shown: (row) => typeWords(row.transfer_type),
    },
    {
      id: 'effect',
      header: 'Effect',
      size: 200,
      align: 'end',
      cell: (row) => <Effect row={row} decimals={scale(row.asset_id)} />,
      text: ({ effect }) => effect,
      shown: ({ effect, asset_id }) => (/^-?\d+$/.test(effect) ? signedAmount(BigInt(effect), scale(asset_id)) : ''),
    },
    {
      id: 'asset_id',
      header: 'Asset',
      size: 72,
      hidden: one,
      cell: (row) => <AssetCell id={row.asset_id} />,
      text: (row) => row.asset_id,
    },
    {
      id: 'account_from',
      header: 'From',
      size: account,
      cell: (row) => <Account type={row.account_from_account_type} market={row.account_from_market_id} />,
      text: (row) => `${row.account_from_account_type} ${row.account_from_market_id}`.trim(),
      shown: (row) => typeWords(row.account_from_account_type),
    },
    {
      id: 'account_to',
      header: 'To',
      size: account,
      cell: (row) => <Account type={row.account_to_account_type} market={row.account_to_market_id} />,
      text: (row) => `${row.account_to_account_type} ${row.account_to_market_id}`.trim(),
      shown: (row) => typeWords(row.account_to_account_type),
    },
    {
      id: 'counterparty',
      header: 'Counterparty',
      size: roomFor(
        180,
        accounts.map(({ type }) => `network, ${typeWords(type)}`),
      ),
      cell: (row) => <Counterparty row={row} />,
      text: (row) => counterpartyWords((name) => row[name]),
      shown: (row) => counterpartyWords((name) => row[name]),
    },
    {
      id: 'own_balance',
      header: 'Balance after',
      size: 200,
      align: 'end',
      cell: ({ balance, asset_id }) => (
        <Exact className={styles.amount} exact={`${balance} raw`}>
          {plainAmount(balance, scale(asset_id))}
        </Exact>
      ),
      text: ({ balance }) => balance,
      shown: ({ balance, asset_id }) => plainAmount(balance, scale(asset_id)),
    },
  ]
}
