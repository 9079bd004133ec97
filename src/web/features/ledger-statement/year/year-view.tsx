import { lazy, Suspense, useEffect } from 'react'
import { RawBadge } from '../../../entities/value-cells.tsx'
import { useAssets } from '../../../entities/labels.ts'
import { shortId } from '../../../format/id.ts'
import { formatInstant, type Zone } from '../../../format/time.ts'
import { plural } from '../../../format/words.ts'
import type { RowsSummary } from '../../../ledger/engine/rows-view.ts'
import { grouped, plainAmount, signedAmount } from '../../../ledger/ledger-words.ts'
import { instantRangeOf, rangeLabel } from '../../../ledger/range.ts'
import { byAsset } from '../../../ledger/rows/groups.ts'
import type { Equity } from '../../../ledger/store/equity.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { changeSearch } from '../../../router/navigate.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { Stat, Stats } from '../../../ui/display/facts.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { useObservable } from '../../../use-observable.ts'
import { agrees, type Decimals } from '../../ledger/index.ts'
import { layoutItems, useDownload } from '../download.tsx'
import { StatusBanner } from '../panels/status-banner.tsx'
import type { Session } from '../reading/session.ts'
import { useReading } from '../reading/use-session.ts'
import { endingOf } from '../words.ts'
import { type LedgerSearch, readLedgerSearch } from '../search.ts'
import { AccountsPanel } from './accounts-panel.tsx'
import { ResultsPanel } from './results-panel.tsx'
import styles from './year.module.css'

/** The chart library is 50 kB, and everything else on the page is read without it. */
const EquityChart = lazy(async () => ({ default: (await import('./equity-chart.tsx')).EquityChart }))

function Files({ session }: { session: Session }) {
  const download = useDownload(session)
  const reading = useReading(session)
  // Of a year without entries, the file has its header alone.
  const disabled = reading.phase === 'reading' || endingOf(reading, session.source) === 'refused'
  return (
    <>
      <Button disabled={disabled} onClick={download.original}>
        Original CSV
      </Button>
      <Button disabled={disabled} onClick={download.spreadsheet}>
        Spreadsheet-safe
      </Button>
      <span className={styles.split}>
        <Button variant="primary" icon="download" disabled={disabled} onClick={() => download.accounting('general')}>
          Accounting layout
        </Button>
        <Menu
          icon="chevron-down"
          label="Accounting layout with the columns of"
          disabled={disabled}
          items={layoutItems(download.accounting)}
        />
      </span>
    </>
  )
}

/** Percent of two raw amounts, two digits, rounded down. */
function percent(part: string, whole: string): string | undefined {
  if (BigInt(whole) <= 0n) return undefined
  const hundredths = (BigInt(part) * 10_000n) / BigInt(whole)
  return `${grouped(Number(hundredths / 100n))}.${String(hundredths % 100n).padStart(2, '0')} %`
}

/** What the party held in an asset, and the deepest that its results fell. */
export function EquityFigures({ equity, decimals }: { equity: Equity; decimals: number | undefined }) {
  const zone = useZone()
  const { opening, closing, deepest } = equity
  const change = BigInt(closing) - BigInt(opening)
  const day = (micros: number) => formatInstant(BigInt(micros) * 1000n, zone, { precision: 'minute' })
  const share = deepest && percent(deepest.amount, deepest.held)
  return (
    <Stats>
      <Stat label="Opening" value={plainAmount(opening, decimals)} exact={`${opening} raw`} />
      <Stat label="Closing" value={plainAmount(closing, decimals)} exact={`${closing} raw`} />
      <Stat label="Change" value={signedAmount(change, decimals)} exact={`${change} raw`} />
      <Stat
        label="Deepest drawdown, without transfers"
        value={deepest ? signedAmount(-BigInt(deepest.amount), decimals) : 'none'}
        exact={
          deepest &&
          `−${deepest.amount} raw${share ? `, ${share} of ${plainAmount(deepest.held, decimals)}` : ''}, ${day(deepest.from)} to ${day(deepest.to)}`
        }
      />
    </Stats>
  )
}

interface EquityProps {
  session: Session
  assets: readonly string[]
  asset: string
  name: string
  decimals: number | undefined
}

function EquityPanel({ session, assets, asset, name, decimals }: EquityProps) {
  const zone = useZone()
  const equityResult = useObservable(session.equity)
  const equity = equityResult?.equities.find((one) => one.asset === asset)
  const gaps = equity?.points.filter(({ gap }) => gap).length ?? 0
  const { deepest } = equity ?? {}
  const day = (micros: number) => formatInstant(BigInt(micros) * 1000n, zone, { precision: 'minute' })
  return (
    <Panel
      title="Equity"
      count={`all accounts together, ${name}; ▲ ▼ transfers`}
      end={
        <>
          {decimals === undefined && <RawBadge />}
          <AssetSwitch assets={assets} asset={asset} />
        </>
      }
    >
      {equityResult && equity && equity.opening !== '' ? (
        <>
          <EquityFigures equity={equity} decimals={decimals} />
          <Suspense fallback={<div className={styles.canvas} />}>
            <EquityChart
              equity={equity}
              stretch={equityResult.stretch}
              decimals={decimals}
              label={`${name} of all accounts together over time, and below it the drawdown without transfers`}
            />
          </Suspense>
          <p className="quiet below">
            {deepest
              ? `Below: drawdown without transfers, deepest ${day(deepest.from)} to ${day(deepest.to)}${percent(deepest.amount, deepest.held) ? `, ${percent(deepest.amount, deepest.held)}` : ''}.`
              : 'Results without transfers never fell below their highest.'}
          </p>
          {gaps > 0 && (
            <Notice state="near">
              Balances do not follow from the entries before {plural(gaps, 'step')}: the line is interrupted there, and
              what is missing is in no drawdown.
            </Notice>
          )}
        </>
      ) : equityResult && equity ? (
        <Notice state="watch">
          Not known:{' '}
          {equity.unread > 0
            ? `${plural(equity.unread, 'entry', 'entries')} of this asset cannot be read`
            : 'entries are not in the order of time'}
          .
        </Notice>
      ) : (
        <div className={styles.waiting} data-waiting="true" />
      )}
    </Panel>
  )
}

export const assetsOf = ({ totals }: RowsSummary): string[] =>
  [...byAsset(totals)].toSorted(([, a], [, b]) => b.rows - a.rows).map(([id]) => id)

export const periodWords = (search: LedgerSearch, zone: Zone): string =>
  rangeLabel(instantRangeOf(search), zone) || 'All'

/** `Opening + entries = closing on 20 of 21 accounts; 1 cannot be checked`. */
export function accountsWords({ accounts }: RowsSummary['totals']): string {
  const unread = accounts.filter((account) => account.unread > 0).length
  const words = `Opening + entries = closing on ${grouped(accounts.filter(agrees).length)} of ${plural(accounts.length, 'account')}`
  return unread === 0 ? words : `${words}; ${grouped(unread)} cannot be checked`
}

const show = (change: Partial<LedgerSearch>): void =>
  changeSearch(readLedgerSearch, change, { replace: true, keepScroll: true })

/** Which asset is shown; results and equity are of one at a time. */
function AssetSwitch({ assets, asset }: { assets: readonly string[]; asset: string }) {
  const { byId } = useAssets()
  const options = assets.map((value) => ({ value, label: byId.get(value)?.symbol ?? shortId(value) }))
  if (options.length < 2) return null
  const choose = (next: string) => show({ asset: next })
  return options.length > 5 ? (
    <Select label="Asset" hideLabel value={asset} options={options} onChange={choose} />
  ) : (
    <Segmented label="Asset" value={asset} options={options} onChange={choose} />
  )
}

interface YearProps {
  session: Session
  search: LedgerSearch
  summary: RowsSummary | undefined
  decimals: Decimals
}

/** A party's year on one page: equity, accounts, and results by month or market, of all that was read. */
export function YearView({ session, search, summary, decimals }: YearProps) {
  const zone = useZone()
  const assets = useAssets().byId
  useEffect(() => session.lookAtEquity(), [session])
  const all = summary ? assetsOf(summary) : []
  const asset = all.find((id) => id === search.asset) ?? all[0]
  const name = asset === undefined ? '' : (assets.get(asset)?.symbol ?? shortId(asset))
  return (
    <>
      <StatusBanner
        session={session}
        files={<Files session={session} />}
        words={summary && accountsWords(summary.totals)}
      />
      {summary && asset !== undefined && (
        <>
          <div className={styles.pair}>
            <EquityPanel session={session} assets={all} asset={asset} name={name} decimals={decimals[asset]} />
            <AccountsPanel
              curves={summary.curves.filter((curve) => curve.asset === asset)}
              stretch={summary.stretch}
              name={name}
              decimals={decimals[asset]}
              unread={summary.totals.accounts.filter((one) => one.asset === asset && one.unread > 0).length}
            />
          </div>
          <ResultsPanel
            totals={summary.totals}
            search={search}
            asset={asset}
            name={name}
            period={periodWords(search, zone)}
            decimals={decimals[asset]}
          />
        </>
      )}
    </>
  )
}
