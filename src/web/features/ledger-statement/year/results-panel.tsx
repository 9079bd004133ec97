import { Fragment, useState } from 'react'
import { useMarkets } from '../../../entities/labels.ts'
import { shiftDecimals, groupDigits } from '../../../format/amount.ts'
import { monthNames } from '../../../format/calendar.ts'
import { shortId } from '../../../format/id.ts'
import { plural } from '../../../format/words.ts'
import { type Flow, type ResultKind, resultKinds, resultWords } from '../../../ledger/rows/groups.ts'
import type { LedgerTotals } from '../../../ledger/rows/ledger-totals.ts'
import {
  checkResults,
  type ResultCheck,
  type ResultLine,
  resultsOf,
  type ResultView,
} from '../../../ledger/rows/results.ts'
import { signedAmount } from '../../../ledger/ledger-words.ts'
import { changeSearch } from '../../../router/navigate.ts'
import { stringifySearch } from '../../../router/search.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Anchor } from '../../../ui/inputs/anchor.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { type LedgerSearch, noType, readLedgerSearch } from '../search.ts'
import styles from './year.module.css'

/** An amount with all its decimals, so that a column lines up; zero is `0`. */
export function aligned(raw: bigint, decimals: number | undefined): string {
  if (raw === 0n) return '0'
  const text = groupDigits(decimals === undefined ? String(raw) : shiftDecimals(String(raw), decimals))
  return raw > 0n ? `+${text}` : text
}

/** `Mar 2025`, `Quarter 1, 2025`, a market's code. */
export function useLineWords(): (line: Pick<ResultLine, 'key' | 'by'>) => string {
  const { byId } = useMarkets()
  return ({ key, by }) => {
    if (by === 'market') return key === '' ? 'No market' : byId.get(key)?.code || shortId(key)
    if (key === '') return 'Unreadable time'
    const year = key.slice(0, 4)
    return by === 'month'
      ? `${monthNames[Number(key.slice(5)) - 1]?.slice(0, 3)} ${year}`
      : `Quarter ${key.slice(6)}, ${year}`
  }
}

/** Unix nanoseconds of the beginning of a UTC month. */
const monthNs = (year: number, month: number): string => `${Date.UTC(year, month)}000000`

/** What of the address shows the entries of a line; undefined where no filter can. */
function filtersOf({ key, by }: ResultLine): Partial<LedgerSearch> | undefined {
  if (by === 'market') return { market: key === '' ? noType : key }
  if (key === '') return undefined
  const year = Number(key.slice(0, 4))
  const first = by === 'month' ? Number(key.slice(5)) - 1 : (Number(key.slice(6)) - 1) * 3
  return { start: monthNs(year, first), end: monthNs(year, first + (by === 'month' ? 1 : 3)) }
}

interface Shown {
  search: LedgerSearch
  asset: string
  decimals: number | undefined
}

/** An amount that leads to its entries. */
function Amount({
  flow,
  kind,
  of,
  shown,
}: {
  flow: Flow | undefined
  kind?: ResultKind
  of: readonly ResultLine[]
  shown: Shown
}) {
  const { search, asset, decimals } = shown
  const filters = of.map(filtersOf)
  const text = aligned(flow?.net ?? 0n, decimals)
  const sign = !flow || flow.net === 0n ? undefined : flow.net > 0n ? 'in' : 'out'
  const total = kind === undefined ? sign : undefined
  if (!flow || flow.rows === 0 || filters.includes(undefined))
    return (
      <td data-zero={sign === undefined || undefined} data-sign={total}>
        {text}
      </td>
    )
  const { partyId, assetId, run, from, to, zone } = search
  const address = { partyId, assetId, run, from, to, zone, asset, kind, ...Object.assign({}, ...filters) }
  const entries = plural(flow.rows, 'entry', 'entries')
  return (
    <td data-zero={sign === undefined || undefined} data-sign={total}>
      <Anchor
        href={`/ledger${stringifySearch(address)}`}
        title={`${entries}: in ${signedAmount(flow.in, decimals)}, out ${signedAmount(-flow.out, decimals)}`}
        aria-label={`${text}, ${entries}`}
      >
        {text}
      </Anchor>
    </td>
  )
}

const Cells = ({ line, above, shown }: { line: ResultLine; above: readonly ResultLine[]; shown: Shown }) => (
  <>
    {resultKinds.map((kind) => (
      <Amount key={kind} kind={kind} flow={line.flows.get(kind)} of={[...above, line]} shown={shown} />
    ))}
    <Amount flow={line.total} of={[...above, line]} shown={shown} />
  </>
)

const views = [
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
  { value: 'market', label: 'Market' },
] as const

export function checkWords(check: ResultCheck, decimals: number | undefined): string {
  if (check.state === 'agrees') return 'Total = closing − opening'
  if (check.state === 'unknown')
    return `Not checked: ${plural(check.rows, 'entry', 'entries')} cannot be read or ordered`
  const breaks = plural(check.breaks, 'balance does not follow', 'balances do not follow')
  return check.by === 0n
    ? `${breaks} from the entries`
    : `Total differs from closing − opening by ${signedAmount(check.by, decimals)}; ${breaks}`
}

const checkStates = { agrees: 'ok', unknown: 'watch', differs: 'near' } as const

function Check({ totals, asset, decimals }: { totals: LedgerTotals; asset: string; decimals: number | undefined }) {
  const check = checkResults(totals, asset)
  return <StateBadge state={checkStates[check.state]}>{checkWords(check, decimals)}</StateBadge>
}

/** What an asset made, by month, quarter or market: every amount exact, and a link to its entries. */
export function ResultsPanel({
  totals,
  name,
  period,
  ...shown
}: Shown & { totals: LedgerTotals; name: string; period: string }) {
  const { search, asset, decimals } = shown
  const words = useLineWords()
  const by: ResultView = search.by ?? 'month'
  const { lines, flows, total } = resultsOf(totals, asset, by)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) =>
    setToggled(toggled.has(key) ? new Set([...toggled].filter((one) => one !== key)) : new Set([...toggled, key]))
  // A single line is open: its parts are what is asked for.
  const isOpen = (key: string): boolean => toggled.has(key) !== (lines.length === 1)
  const all = { key: 'all', by, flows, total, parts: [] }
  const sums = [
    ['In', 'in', 1n],
    ['Out', 'out', -1n],
  ] as const
  return (
    <Panel
      flush
      title="Results"
      count={`${name}, each amount opens its entries`}
      end={
        <>
          <Segmented
            label="Results by"
            options={views}
            value={by}
            onChange={(next) =>
              changeSearch(
                readLedgerSearch,
                { by: next === 'month' ? undefined : next },
                { replace: true, keepScroll: true },
              )
            }
          />
          <Check totals={totals} asset={asset} decimals={decimals} />
        </>
      }
    >
      <section className={styles.scroller} aria-label="Results table" tabIndex={0}>
        <table className={styles.results} aria-label="Results">
          <thead>
            <tr>
              <th scope="col">{by === 'market' ? 'Market' : by === 'month' ? 'Month, UTC' : 'Quarter, UTC'}</th>
              {resultKinds.map((kind) => (
                <th key={kind} scope="col">
                  {resultWords[kind]}
                </th>
              ))}
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Fragment key={line.key}>
                <tr data-quarter={(by === 'month' && /-(03|06|09|12)$/.test(line.key)) || undefined}>
                  <th scope="row">
                    <button type="button" aria-expanded={isOpen(line.key)} onClick={() => toggle(line.key)}>
                      <Icon name={isOpen(line.key) ? 'chevron-down' : 'chevron-right'} size="0.75rem" />
                      {words(line)}
                    </button>
                  </th>
                  <Cells line={line} above={[]} shown={shown} />
                </tr>
                {isOpen(line.key) &&
                  line.parts.map((part) => (
                    <tr key={part.key} data-part="true">
                      <th scope="row">{words(part)}</th>
                      <Cells line={part} above={[line]} shown={shown} />
                    </tr>
                  ))}
              </Fragment>
            ))}
          </tbody>
          <tfoot>
            {sums.map(([label, side, sign]) => (
              <tr key={side} data-part="true">
                <th scope="row">{label}</th>
                {[...resultKinds.map((kind) => flows.get(kind)), total].map((flow, at) => (
                  <td key={resultKinds[at] ?? 'total'} data-zero={!flow?.[side] || undefined}>
                    {aligned(sign * (flow?.[side] ?? 0n), decimals)}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">{period}</th>
              {resultKinds.map((kind) => (
                <Amount key={kind} kind={kind} flow={flows.get(kind)} of={[]} shown={shown} />
              ))}
              <Amount flow={all.total} of={[]} shown={shown} />
            </tr>
          </tfoot>
        </table>
      </section>
      {totals.unread > 0 && (
        <Notice state="limit">
          {plural(totals.unread, 'row was', 'rows were')} not understood and left out of the results.
        </Notice>
      )}
    </Panel>
  )
}
