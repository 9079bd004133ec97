import { lazy, type ReactNode, Suspense, useState, useMemo } from 'react'
import { AssetChoice } from '../../../entities/entity-cells.tsx'
import { RawBadge } from '../../../entities/value-cells.tsx'
import { formatDuration } from '../../../format/duration.ts'
import { plural } from '../../../format/words.ts'
import { afterPaint } from '../../../router/after-paint.ts'
import { changeSearch } from '../../../router/navigate.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Toggle } from '../../../ui/inputs/toggle.tsx'
import type { RowsSummary } from '../../../ledger/engine/rows-view.ts'
import { readLedgerSearch } from '../search.ts'
import type { AccountCurve, BalancePoint } from '../../../ledger/store/balances.ts'
import { accountKey, useAccountNames, timeWidth } from '../../ledger/index.ts'
import { zoomed } from './balance-at.ts'
import styles from './chart.module.css'
import type { GridColumn } from '../../../grid/columns/grid-columns.tsx'
import { DataGrid } from '../../../grid/data-grid.tsx'
import { listOfRows } from '../../../list/list.ts'
import { cellTime, zoneOfTimes, type Zone } from '../../../format/time.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { plainAmount } from '../../../ledger/ledger-words.ts'

interface StepRow extends BalancePoint {
  account: string
}

const nanosOf = ({ micros }: BalancePoint): bigint => BigInt(micros) * 1000n

const sinceStep = ({ gap }: BalancePoint): string =>
  gap ? 'does not follow from the entries' : 'follows from the entries'

function columnsOf(zone: Zone, decimals: number | undefined): GridColumn<StepRow>[] {
  const shown = (row: StepRow) => cellTime(nanosOf(row), zone, 'micro')
  return [
    {
      id: 'time',
      header: 'Block time',
      unit: zoneOfTimes(zone),
      size: timeWidth(zone, 220),
      fixed: true,
      cell: (row) => <Exact exact={`${nanosOf(row)} ns`}>{shown(row)}</Exact>,
      text: (row) => String(nanosOf(row)),
      shown,
    },
    { id: 'account', header: 'Account', size: 200, cell: ({ account }) => account, text: ({ account }) => account },
    {
      id: 'balance',
      header: 'Balance after it',
      size: 240,
      align: 'end',
      cell: ({ balance }) => <Exact exact={`${balance} raw`}>{plainAmount(balance, decimals)}</Exact>,
      text: ({ balance }) => balance,
      shown: ({ balance }) => plainAmount(balance, decimals),
    },
    {
      id: 'gap',
      header: 'Since the previous step',
      size: 220,
      cell: sinceStep,
      text: sinceStep,
    },
  ]
}

interface StepsTableProps {
  curves: readonly AccountCurve[]
  name: (account: AccountCurve) => string
  decimals: number | undefined
}

/** Every step of the drawn lines with its exact value, in the order of time. */
function StepsTable({ curves, name, decimals }: StepsTableProps) {
  const zone = useZone()
  const columns = useMemo(() => columnsOf(zone, decimals), [zone, decimals])
  const rows = curves
    .flatMap((curve) => curve.points.map((point) => ({ ...point, account: name(curve) })))
    .toSorted((a, b) => a.row - b.row)
  const listing = useMemo(() => listOfRows(rows), [rows])
  return <DataGrid label="Balance steps" list="ledger-balances" columns={columns} listing={listing} />
}

/** The chart library is 50 kB, and everything else on the page is read without it. */
const BalanceChart = lazy(async () => ({ default: (await import('./balance-chart.tsx')).BalanceChart }))

/** Accounts that are drawn together, each in a colour of its own. */
const maxDrawn = 6

const nanos = (micros: number): string => String(BigInt(micros) * 1000n)

/** Accounts of one asset, those with most movements first. */
const accountsOf = (curves: readonly AccountCurve[], asset: string | undefined): AccountCurve[] =>
  curves.filter((curve) => curve.asset === asset).toSorted((a, b) => b.movements - a.movements)

/** Moves the view: to the part between two steps of the stretch, or to all rows. */
function useZoom({ stretch, whole }: RowsSummary): (steps: { from: number; to: number }) => void {
  return (steps) => {
    const part = zoomed(stretch, whole, steps)
    const next = { start: part && nanos(part.start), end: part && nanos(part.end) }
    changeSearch(readLedgerSearch, next, { replace: true, keepScroll: true })
  }
}

function Tools({ summary, zoom }: { summary: RowsSummary; zoom: ReturnType<typeof useZoom> }) {
  const { stretch, whole } = summary
  const { steps } = stretch
  const all = stretch.start <= whole.start && stretch.end >= whole.end
  const moves = [
    { icon: 'chevron-left', label: 'Earlier', from: -steps / 2, to: steps / 2, off: stretch.start <= whole.start },
    { icon: 'chevron-right', label: 'Later', from: steps / 2, to: steps * 1.5, off: stretch.end >= whole.end },
    { icon: 'plus', label: 'Zoom in', from: steps / 4, to: (steps * 3) / 4, off: steps < 4 },
    { icon: 'shrink', label: 'Zoom out', from: -steps / 2, to: steps * 1.5, off: all },
  ] as const
  return (
    <div className={styles.tools}>
      {moves.map(({ icon, label, from, to, off }) => (
        <Button
          key={label}
          icon={icon}
          aria-label={label}
          title={label}
          disabled={off}
          onClick={() => zoom({ from, to })}
        />
      ))}
      <Button disabled={all} onClick={() => zoom({ from: -Infinity, to: Infinity })}>
        All
      </Button>
    </div>
  )
}

/** How long a step is, and where balances do not follow from the entries. */
function CurveNotes({ summary, drawn }: { summary: RowsSummary; drawn: readonly AccountCurve[] }) {
  const { stretch } = summary
  const micros = (stretch.end - stretch.start) / stretch.steps
  const unread = summary.totals.accounts.filter((account) => account.unread > 0).length
  const breaks = drawn.reduce((sum, account) => sum + account.breaks, 0)
  return (
    <>
      <p className="quiet">One step = {formatDuration(Math.max(0.01, micros / 1000))}</p>
      {unread > 0 && <p className="quiet">{plural(unread, 'account')} that cannot be checked: not drawn.</p>}
      {breaks > 0 && (
        <Notice state="near">
          {plural(breaks, 'balance does', 'balances do')} not follow from the balance and the entry before. The lines
          are interrupted there.
        </Notice>
      )}
    </>
  )
}

interface BalancesProps {
  summary: RowsSummary
  /** The accounts of one asset. */
  accounts: readonly AccountCurve[]
  asset: string
  decimals: number | undefined
  choice: ReactNode
}

function Balances({ summary, accounts, asset, decimals, choice }: BalancesProps) {
  const name = useAccountNames()
  const zoom = useZoom(summary)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [table, setTable] = useState(false)
  const drawn = accounts.filter((account) => !hidden.has(accountKey(account))).slice(0, maxDrawn)
  const toggle = (key: string) =>
    setHidden(new Set(hidden.has(key) ? [...hidden].filter((one) => one !== key) : [...hidden, key]))
  return (
    <>
      <div className={styles.bar}>
        {choice}
        <Tools summary={summary} zoom={zoom} />
        <Toggle icon="columns" on={table} onToggle={() => afterPaint(() => setTable(!table))}>
          Table
        </Toggle>
      </div>
      <Suspense fallback={<div className={styles.waiting} />}>
        <BalanceChart
          {...{ asset, accounts, decimals }}
          curves={drawn}
          stretch={summary.stretch}
          isFull={drawn.length === maxDrawn}
          onToggle={toggle}
          onZoom={zoom}
        />
      </Suspense>
      <CurveNotes summary={summary} drawn={drawn} />
      {table && <StepsTable curves={drawn} name={name} decimals={decimals} />}
    </>
  )
}

interface BalancesPanelProps {
  /** Undefined while the sums are on their way: title and explanation have their place from the start. */
  summary: RowsSummary | undefined
  decimals: Readonly<Record<string, number>>
}

/** Balance over time of the party's accounts in one asset. */
export function BalancesPanel({ summary, decimals }: BalancesPanelProps) {
  const [chosen, setChosen] = useState<string>()
  const curves = summary?.curves ?? []
  const assets = [...new Set(curves.map((curve) => curve.asset))]
  const asset = assets.find((one) => one === chosen) ?? accountWithMost(curves)
  if (summary && asset === undefined) return null
  const accounts = accountsOf(curves, asset)
  return (
    <Panel
      title="Balance over time"
      count={summary && plural(accounts.length, 'account')}
      end={asset !== undefined && decimals[asset] === undefined && <RawBadge />}
    >
      <div className={styles.panel}>
        <p className={styles.about}>
          Each step shows the last balance the node reported. Zooming limits the entries below to the part in view.
        </p>
        {summary && asset !== undefined ? (
          <Balances
            {...{ summary, accounts, asset }}
            decimals={decimals[asset]}
            choice={
              assets.length > 1 && (
                <AssetChoice label="Asset of the balances" assets={assets} value={asset} onChange={setChosen} />
              )
            }
          />
        ) : (
          <div className={styles.waiting} data-waiting="true" />
        )}
      </div>
    </Panel>
  )
}

function accountWithMost(curves: readonly AccountCurve[]): string | undefined {
  return curves.toSorted((a, b) => b.movements - a.movements)[0]?.asset
}
