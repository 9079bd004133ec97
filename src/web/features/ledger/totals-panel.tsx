import { useState, type CSSProperties, type ReactNode } from 'react'
import { AssetChoice } from '../../entities/asset/cell.tsx'
import { RawBadge } from '../../entities/value-cells.tsx'
import { useAssets } from '../../entities/asset/labels.ts'
import { type LedgerTotals, type AccountCheck, computedClosing } from '../../ledger/rows/ledger-totals.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { afterPaint } from '../../router/after-paint.ts'
import { plural } from '../../format/words.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { byAsset, byGroup, byMonth, byType, type Flow, groupWords } from '../../ledger/rows/groups.ts'
import { plainAmount, signedAmount, csvTime, grouped } from '../../ledger/ledger-words.ts'
import { Exact } from '../../ui/display/exact.tsx'
import styles from './totals-panel.module.css'
import { useAccountNames, useDecimals } from './ledger-names.ts'
import { shortId } from '../../format/id.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Select } from '../../ui/inputs/select.tsx'

interface Line {
  key: string
  label: ReactNode
  flow: Flow
  title: string
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

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

/** Accounts with the most movements first, those that do not agree before all others. */
const inOrder = (accounts: readonly AccountCheck[]): AccountCheck[] =>
  accounts.toSorted((a, b) => Number(agrees(a)) - Number(agrees(b)) || b.movements - a.movements)

const keyOf = ({ asset, market, type }: AccountCheck): string => `${asset} ${market} ${type}`

function Verdict({ account, others }: { account: AccountCheck; others: number }) {
  const zone = useZone()
  const decimals = useDecimals(account.asset)
  if (account.unread > 0) {
    return (
      <Notice state="limit">
        Cannot be checked: {plural(account.unread, 'entry', 'entries')} of this account cannot be read or ordered.
      </Notice>
    )
  }
  if (agrees(account)) {
    return (
      <Notice state="ok">
        Computed and reported balances agree
        {others === 0
          ? '.'
          : `, and so ${others === 1 ? 'does 1 other account' : `do ${grouped(others)} other accounts`}.`}
      </Notice>
    )
  }
  const { firstBreak, breaks } = account
  return (
    <Notice state="near">
      {plural(breaks, 'balance does', 'balances do')} not match the movement before.
      {firstBreak &&
        ` First at ${csvTime(firstBreak.time, zone)}: computed ${plainAmount(firstBreak.computed, decimals)}, reported ${plainAmount(firstBreak.reported, decimals)}.`}
    </Notice>
  )
}

/** Opening and closing of each of the party's accounts: what the movements in the file add up to against what the node reports. */
export function BalancePanel({ totals }: { totals: LedgerTotals }) {
  const name = useAccountNames()
  const assets = useAssets().byId
  const [chosen, setChosen] = useState<string>()
  const accounts = inOrder(totals.accounts)
  const account = accounts.find((one) => keyOf(one) === chosen) ?? accounts[0]
  const decimals = useDecimals(account?.asset ?? '')
  if (!account) return null
  const known = (words: string): string => (account.unread > 0 ? '–' : words)
  const broken = accounts.filter((one) => !agrees(one)).length
  return (
    <Panel title="Balance check" count={plural(accounts.length, 'account')}>
      <div className={styles.view}>
        <Select
          label="Account"
          hideLabel
          value={keyOf(account)}
          options={accounts.map((one) => ({
            value: keyOf(one),
            label: `${agrees(one) ? '' : '! '}${name(one)}, ${assets.get(one.asset)?.symbol ?? shortId(one.asset)}`,
          }))}
          onChange={setChosen}
        />
      </div>
      <dl className={styles.sums} data-first="true">
        <dt>Opening</dt>
        <dd>{known(plainAmount(account.opening, decimals))}</dd>
        <dt>In</dt>
        <dd data-sign="in">{known(signedAmount(BigInt(account.in), decimals))}</dd>
        <dt>Out</dt>
        <dd data-sign="out">{known(signedAmount(-BigInt(account.out), decimals))}</dd>
        <dt>Computed closing</dt>
        <dd>{known(plainAmount(computedClosing(account), decimals))}</dd>
        <dt>Reported closing</dt>
        <dd>{known(plainAmount(account.closing, decimals))}</dd>
      </dl>
      <div className={styles.verdict}>
        <Verdict account={account} others={broken === 0 ? accounts.length - 1 : 0} />
      </div>
    </Panel>
  )
}
