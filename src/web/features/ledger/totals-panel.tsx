import { useState, type CSSProperties, type ReactNode } from 'react'
import { AssetChoice, AssetCell } from '../../entities/entity-cells.tsx'
import { RawBadge } from '../../entities/value-cells.tsx'
import { type LedgerTotals, type AccountCheck, computedClosing } from '../../ledger/rows/ledger-totals.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { afterPaint } from '../../router/after-paint.ts'
import { absolute } from '../../format/amount.ts'
import { plural } from '../../format/words.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { byAsset, byGroup, byMonth, byType, type Flow, groupWords } from '../../ledger/rows/groups.ts'
import { plainAmount, signedAmount, csvTime, grouped } from '../../ledger/ledger-words.ts'
import { Exact } from '../../ui/display/exact.tsx'
import styles from './totals-panel.module.css'
import { useAccountNames, useDecimals } from './ledger-names.ts'
import { Table } from '../../ui/display/table.tsx'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'

interface Line {
  key: string
  label: ReactNode
  flow: Flow
  title: string
}

/** Percent of half the track: only for drawing an amount becomes a floating-point number. */
const lengthOf = (value: bigint, max: bigint): number =>
  max === 0n ? 0 : Number((absolute(value) * 5000n) / max) / 100

/** Named net amounts with bars to the right for what came in and to the left for what went out. */
function FlowBars({ lines, decimals }: { lines: readonly Line[]; decimals: number | undefined }) {
  const max = lines.reduce((max, { flow }) => (absolute(flow.net) > max ? absolute(flow.net) : max), 0n)
  return (
    <dl className={styles.bars}>
      {lines.map(({ key, label, flow, title }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className={styles.track} aria-hidden="true">
            <i
              data-sign={flow.net < 0n ? 'out' : 'in'}
              style={{ '--v': flow.net === 0n ? 0 : lengthOf(flow.net, max) } as CSSProperties}
            />
          </dd>
          <dd className={styles.value}>
            <Exact exact={title}>{signedAmount(flow.net, decimals)}</Exact>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const views = [
  { value: 'type', label: 'By type' },
  { value: 'month', label: 'By month' },
] as const

const flowTitle = (flow: Flow, decimals: number | undefined): string =>
  `in ${plainAmount(flow.in.toString(), decimals)}, out ${plainAmount(flow.out.toString(), decimals)}, ${plural(flow.rows, 'row')}`

/** What came in and went out, exact, from the bytes of the file: by kind of movement and by month, for one asset at a time. */
export function TotalsPanel({ totals }: { totals: LedgerTotals }) {
  const assets = [...byAsset(totals)].toSorted(([, a], [, b]) => b.rows - a.rows)
  const [chosen, setChosen] = useState<string>()
  const [view, setView] = useState<(typeof views)[number]['value']>('type')
  const [asset, sum] = assets.find(([id]) => id === chosen) ?? assets[0] ?? []
  const decimals = useDecimals(asset ?? '')
  if (asset === undefined || !sum) return null
  const lines: Line[] =
    view === 'type'
      ? byGroup(totals, asset).map(([group, flow]) => ({
          key: group,
          label: groupWords[group],
          flow,
          title: byType(totals, asset, group)
            .map(([type, part]) => `${type || 'not recorded'}: ${flowTitle(part, decimals)}`)
            .join('\n'),
        }))
      : byMonth(totals, asset).map(([month, flow]) => ({
          key: month,
          label: month === '' ? 'Unreadable time' : month,
          flow,
          title: flowTitle(flow, decimals),
        }))
  return (
    <Panel
      title="Net"
      count={view === 'month' ? 'months in UTC' : undefined}
      end={
        <AssetChoice label="Asset of the totals" assets={assets.map(([id]) => id)} value={asset} onChange={setChosen} />
      }
    >
      <div className={styles.view}>
        <Segmented label="Totals" options={views} value={view} onChange={(next) => afterPaint(() => setView(next))} />
        {decimals === undefined && <RawBadge />}
      </div>
      <FlowBars lines={lines} decimals={decimals} />
      <dl className={styles.sums}>
        <dt>In</dt>
        <dd data-sign="in">
          <Exact exact={`${sum.in} raw`}>{signedAmount(sum.in, decimals)}</Exact>
        </dd>
        <dt>Out</dt>
        <dd data-sign="out">
          <Exact exact={`${sum.out} raw`}>{signedAmount(-sum.out, decimals)}</Exact>
        </dd>
        <dt>Net</dt>
        <dd>
          <Exact exact={`${sum.net} raw`}>{signedAmount(sum.net, decimals)}</Exact>
        </dd>
      </dl>
      {totals.unread > 0 && (
        <p className={styles.unread}>
          {plural(totals.unread, 'row was', 'rows were')} not understood and left out of the totals.
        </p>
      )}
    </Panel>
  )
}

/** Whether the balances that the node reports follow from the movements in the file. */
export const agrees = (account: AccountCheck): boolean =>
  account.unread === 0 && account.breaks === 0 && computedClosing(account) === account.closing

/** Those that do not agree first, then those that cannot be checked, then the others; in each, most movements first. */
const rankOf = (account: AccountCheck): number => (agrees(account) ? 2 : account.unread > 0 ? 1 : 0)
const worstFirst = (accounts: readonly AccountCheck[]): AccountCheck[] =>
  accounts.toSorted((a, b) => rankOf(a) - rankOf(b) || b.movements - a.movements)

function AccountVerdict({ account }: { account: AccountCheck }) {
  const zone = useZone()
  const decimals = useDecimals(account.asset)
  const { unread, breaks, firstBreak } = account
  if (agrees(account)) return <StateBadge state="ok">Agrees</StateBadge>
  if (unread > 0)
    return (
      <StateBadge state="watch">Not checked: {plural(unread, 'entry', 'entries')} cannot be read or ordered</StateBadge>
    )
  const first = firstBreak && {
    at: csvTime(firstBreak.time, zone),
    computed: plainAmount(firstBreak.computed, decimals),
    reported: plainAmount(firstBreak.reported, decimals),
  }
  return (
    <StateBadge state="near">
      {plural(breaks, 'balance does', 'balances do')} not follow
      {first && `, first at ${first.at}: computed ${first.computed}, reported ${first.reported}`}
    </StateBadge>
  )
}

function AccountRow({ account, name }: { account: AccountCheck; name: string }) {
  const decimals = useDecimals(account.asset)
  const amounts: [string, 'in' | 'out' | undefined][] =
    account.unread > 0
      ? Array.from({ length: 5 }, () => ['–', undefined])
      : [
          [plainAmount(account.opening, decimals), undefined],
          [signedAmount(BigInt(account.in), decimals), 'in'],
          [signedAmount(-BigInt(account.out), decimals), 'out'],
          [plainAmount(computedClosing(account), decimals), undefined],
          [plainAmount(account.closing, decimals), undefined],
        ]
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <AssetCell id={account.asset} />
      </td>
      {amounts.map(([text, sign], at) => (
        <td key={balanceColumns[at]} data-align="right" data-sign={sign}>
          {text}
        </td>
      ))}
      <td>
        <AccountVerdict account={account} />
      </td>
    </tr>
  )
}

const balanceColumns = ['Opening', 'In', 'Out', 'Computed closing', 'Reported closing'] as const

/** Every account of the party, worst first: what the movements in the file add up to against what the node reports. */
export function BalancePanel({ totals }: { totals: LedgerTotals }) {
  const name = useAccountNames()
  const accounts = worstFirst(totals.accounts)
  if (accounts.length === 0) return null
  const right = accounts.filter(agrees).length
  return (
    <Panel
      flush
      title="Balance check"
      count={plural(accounts.length, 'account')}
      end={
        right === accounts.length
          ? 'Computed and reported balances agree on every account'
          : `Computed and reported balances agree on ${grouped(right)} of ${plural(accounts.length, 'account')}`
      }
    >
      <section className={styles.accounts} aria-label="Balances of all accounts" tabIndex={0}>
        <Table
          label="Balance check"
          head={
            <>
              <th scope="col">Account</th>
              <th scope="col">Asset</th>
              {balanceColumns.map((column) => (
                <th key={column} scope="col" data-align="right">
                  {column}
                </th>
              ))}
              <th scope="col">Check</th>
            </>
          }
        >
          {accounts.map((account) => (
            <AccountRow
              key={`${account.asset} ${account.market} ${account.type}`}
              account={account}
              name={name(account)}
            />
          ))}
        </Table>
      </section>
    </Panel>
  )
}
