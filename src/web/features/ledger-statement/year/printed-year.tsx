import { useNodeState } from '../../../entities/use-node-status.ts'
import { formatInstant, fromMilliseconds } from '../../../format/time.ts'
import { noHashWords } from '../../../ledger/ledger-words.ts'
import { rangeWords } from '../../../ledger/range.ts'
import { type Flow, type ResultKind, resultKinds, resultWords } from '../../../ledger/rows/groups.ts'
import { checkResults, type ResultLine, resultsOf } from '../../../ledger/rows/results.ts'
import type { RowsSummary } from '../../../ledger/engine/rows-view.ts'
import { usePartyNames } from '../../../preferences/party-names.ts'
import { useZone } from '../../../preferences/use-preferences.ts'
import { classNames } from '../../../ui/class-names.ts'
import { usePrinting } from '../../../ui/use-printing.ts'
import { useObservable } from '../../../use-observable.ts'
import { type Decimals, useAssetNames } from '../../ledger/index.ts'
import print from '../print/print.module.css'
import year from './year.module.css'
import type { Session } from '../reading/session.ts'
import { useReading } from '../reading/use-session.ts'
import type { LedgerSearch } from '../search.ts'
import { endingOf, statementContext, statementTitle } from '../words.ts'
import { BalanceLine, Multiples } from './accounts-panel.tsx'
import { accountsWords, assetsOf, EquityFigures, periodWords } from './year-view.tsx'
import { aligned, checkWords, useLineWords } from './results-panel.tsx'

interface Line {
  label: string
  flows: ReadonlyMap<ResultKind, Flow>
  total: Flow
  rank: 'month' | 'quarter' | 'year' | 'market'
}

interface PrintedYearProps {
  session: Session
  party: string | undefined
  search: LedgerSearch
  summary: RowsSummary | undefined
  decimals: Decimals
}

interface PageProps {
  session: Session
  period: string
  summary: RowsSummary
  decimals: Decimals
  asset: string
}

/** The results of an asset: months with their quarters, the whole under a double rule, and what of it belongs to each market. */
function useLines(totals: RowsSummary['totals'], asset: string, period: string): Line[] {
  const words = useLineWords()
  const quarters = resultsOf(totals, asset, 'quarter')
  const lineOf = (line: ResultLine, rank: Line['rank'], label = words(line)): Line => ({ ...line, label, rank })
  return [
    ...quarters.lines.flatMap((quarter) => [
      ...quarter.parts.map((month) => lineOf(month, 'month')),
      lineOf(quarter, 'quarter'),
    ]),
    { label: period, flows: quarters.flows, total: quarters.total, rank: 'year' },
    ...resultsOf(totals, asset, 'market').lines.map((line) => lineOf(line, 'market', `of which ${words(line)}`)),
  ]
}

function AssetPage({ session, period, summary, decimals, asset }: PageProps) {
  const equityResult = useObservable(session.equity)
  const name = useAssetNames(decimals)(asset)
  const scale = decimals[asset]
  const lines = useLines(summary.totals, asset, period)
  const equity = equityResult?.equities.find((one) => one.asset === asset)
  return (
    <>
      <p className={print.state}>
        Amounts in {name}, exact. {checkWords(checkResults(summary.totals, asset), scale)}
      </p>
      {equity && equity.opening !== '' && <EquityFigures equity={equity} decimals={scale} />}
      {equityResult && equity && equity.opening !== '' && (
        <div className={classNames(year.multiples, year.whole)}>
          <BalanceLine
            cropped
            name="All accounts together"
            stretch={equityResult.stretch}
            decimals={scale}
            curve={{ ...equity, points: equity.points.map((point) => ({ ...point, balance: point.equity })) }}
          />
        </div>
      )}
      <Multiples
        curves={summary.curves.filter((curve) => curve.asset === asset)}
        stretch={summary.stretch}
        decimals={scale}
      />
      <table className={print.table} aria-label={`Results in ${name}`}>
        <thead>
          <tr>
            <th scope="col">Month, UTC</th>
            {resultKinds.map((kind) => (
              <th key={kind} scope="col" className={print.number}>
                {resultWords[kind]}
              </th>
            ))}
            <th scope="col" className={print.number}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, flows, total, rank }) => (
            <tr key={`${rank} ${label}`} data-rank={rank}>
              <th scope="row">{label}</th>
              {resultKinds.map((kind) => (
                <td key={kind} className={print.number}>
                  {aligned(flows.get(kind)?.net ?? 0n, scale)}
                </td>
              ))}
              <td className={print.number}>{aligned(total.net, scale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** A year on paper, a page for each asset: whose, when, whether it adds up, and where it is from. */
export function PrintedYear(props: PrintedYearProps) {
  const { session, party, search, summary, decimals } = props
  const zone = useZone()
  const names = usePartyNames()
  const { chainId } = useNodeState('chainId')
  const printedAt = usePrinting()
  const reading = useReading(session)
  const { source } = session
  if (printedAt === undefined || !summary) return null
  const period = periodWords(search, zone)
  const ending = endingOf(reading, source)
  const sha256 = reading.result?.sha256
  const from =
    source.kind === 'node' ? `${source.base || location.origin}${chainId ? `, chain ${chainId}` : ''}` : source.name
  return (
    <article className={print.paper} aria-label="Printed year">
      {assetsOf(summary).map((asset) => (
        <section key={asset} className={print.sheet}>
          <h1>
            Results {period}
            {party !== undefined && names[party] !== undefined && `, ${names[party]}`}
          </h1>
          <p>
            {party ?? 'Party not named by the file'} ·{' '}
            {source.kind === 'node' ? rangeWords(source.request, zone) : 'as in the file'}
          </p>
          <p className={print.state}>
            {statementTitle(reading, ending)}. {accountsWords(summary.totals)}. {statementContext(reading, ending)}
          </p>
          <AssetPage session={session} period={period} summary={summary} decimals={decimals} asset={asset} />
          <p className={print.rest}>
            {from} · SHA-256 of the original CSV {sha256 ?? noHashWords} · printed{' '}
            {formatInstant(fromMilliseconds(printedAt), zone === 'raw' ? 'utc' : zone)}
          </p>
        </section>
      ))}
    </article>
  )
}
