import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { serverNow } from '../../../client/server-clock.ts'
import { cellTime, formatInstant, isSameDay, type Zone } from '../../../format/time.ts'
import { plural } from '../../../format/words.ts'
import { type MarkGroup, markGroupWords } from '../../../ledger/rows/groups.ts'
import { failureSentence, grouped, signedAmount } from '../../../ledger/ledger-words.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { Anchor } from '../../../ui/inputs/anchor.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { useObservable } from '../../../use-observable.ts'
import { type ChartView, useVisible } from '../chart/chart-view.ts'
import type { Row } from '../data/candle-rows.ts'
import { indexAt } from '../data/merge-candles.ts'
import { entriesOf, type LedgerReading, spanOf, sumsIn } from './ledger-bars.ts'
import { markShapes } from './mark-shape.ts'
import type { LedgerOnChart } from './use-market-ledger.ts'
import styles from './sums-strip.module.css'

const groups: readonly MarkGroup[] = ['margin', 'result', 'funding', 'fees', 'rewards', 'liquidation', 'rest']

/** How far the ledger of the range in view is read, in a sentence without its point; `now` in Unix nanoseconds. */
export function readWords({ phase, knownTo, to, failure }: LedgerReading, zone: Zone, now: bigint): string {
  const write = (instant: bigint): string => formatInstant(instant, zone, { date: !isSameDay(instant, now, zone) })
  const isPart = knownTo !== undefined && to !== undefined
  const part = isPart ? `ledger read to ${cellTime(knownTo, zone, 'second')} of ${write(to)}` : ''
  if (phase === 'waiting') return 'waiting for the ledger'
  if (phase === 'reading') return part || 'loading the ledger'
  if (phase === 'read') return knownTo === undefined ? 'ledger read' : `ledger read to ${write(knownTo)}`
  const why = failure ? failureSentence(failure).replace(/\.$/, '') : 'reading did not finish'
  return part ? `${part}, then it failed: ${why}` : `ledger not read: ${why}`
}

/** Entries that are in no mark, in words for the tip. */
function leftOut({ unread, others }: LedgerReading): string {
  const words = [
    unread > 0 && `${plural(unread, 'entry', 'entries')} that cannot be read`,
    others > 0 && `${plural(others, 'entry', 'entries')} in other assets`,
  ].filter(Boolean)
  return words.length === 0 ? '' : `Left out: ${words.join(', ')}`
}

/** A mark as the chart draws it, money coming in, beside its name. */
function MarkKey({ group }: { group: MarkGroup }) {
  const { path, token, sizes } = markShapes[group]
  const colour = `var(${token})`
  const isLiquidation = group === 'liquidation'
  return (
    <svg viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
      <path
        d={path(sizes[1], true)}
        fill={colour}
        stroke={isLiquidation ? 'var(--text-inverse)' : 'none'}
        strokeWidth={1.5}
      />
    </svg>
  )
}

interface SumsStripProps {
  ledger: LedgerOnChart
  view: ChartView
  zone: Zone
  /** There is no candle to mark, so nothing is read. */
  idle: boolean
}

/** The entries in view: their exact sums by group, which is the key of the marks, and how far the ledger is read. */
export function SumsStrip({ ledger, view, zone, idle }: SumsStripProps) {
  const { reading, retry, unit, decimals, bars } = ledger
  const seen = useVisible(view)
  const sums = useMemo(() => (seen ? sumsIn(bars, seen.rows, seen) : new Map<never, never>()), [bars, seen])
  const { phase, knownTo } = reading
  const entries = entriesOf(sums)
  const isUnknown = knownTo === undefined && phase !== 'read'
  const shown = groups.filter((group) => group !== 'rest' || sums.has(group))
  const failed = phase === 'failed'
  const count = entries === 0 && phase === 'read' ? 'no entries' : plural(entries, 'entry', 'entries')
  return (
    // A row that scrolls must be reached by keys.
    <section className={styles.strip} aria-label="Ledger of the range" tabIndex={0} aria-busy={phase === 'reading'}>
      <dl>
        {shown.map((group) => {
          const mark = sums.get(group)
          return (
            <div key={group}>
              <dt>
                <MarkKey group={group} /> {markGroupWords[group]} {mark && <small>{grouped(mark.entries)}</small>}
              </dt>
              <dd>
                {isUnknown ? (
                  '–'
                ) : (
                  <Exact exact={`${mark?.sum ?? 0n} raw`}>{signedAmount(mark?.sum ?? 0n, decimals)}</Exact>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      <p data-state={phase} title={leftOut(reading) || undefined}>
        <span>{isUnknown ? unit : `${unit} in view, ${count}`}</span>
        <span role={failed ? 'alert' : undefined}>
          {idle ? 'no candles to mark entries on' : readWords(reading, zone, serverNow())}
        </span>
        {failed && (
          <Button small onClick={retry}>
            Try again
          </Button>
        )}
      </p>
      <output className="visually-hidden">{phase === 'read' ? `Ledger read, ${count} in view` : ''}</output>
    </section>
  )
}

/** Time in ms in which the pointer may go from a mark to its popover. */
const leaveMs = 300
const gap = 12

interface MarkPopoverProps {
  ledger: LedgerOnChart
  view: ChartView
  rows: readonly Row[]
  length: bigint | undefined
}

/** The exact sum of the mark under the pointer, and the way to its entries: below and to the right of it, where there is room. */
export function MarkPopover({ ledger, view, rows, length }: MarkPopoverProps) {
  const hovered = useObservable(view.mark)
  const [shown, setShown] = useState(hovered)
  const [isOver, setOver] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  if (hovered && hovered !== shown) setShown(hovered)
  useEffect(() => {
    if (hovered || isOver) return undefined
    const timer = setTimeout(() => setShown(undefined), leaveMs)
    return () => clearTimeout(timer)
  }, [hovered, isOver])
  useLayoutEffect(() => {
    const element = box.current
    const room = element?.parentElement
    if (!element || !room || !shown) return
    const [right, below] = [shown.x + gap, shown.y + gap]
    const { offsetWidth, offsetHeight } = element
    element.style.left = `${right + offsetWidth > room.clientWidth ? Math.max(0, shown.x - gap - offsetWidth) : right}px`
    element.style.top = `${below + offsetHeight > room.clientHeight ? Math.max(0, shown.y - gap - offsetHeight) : below}px`
  }, [shown])
  const mark = shown && ledger.bars.get(shown.start)?.marks.get(shown.group)
  if (!shown || !mark) return null
  const span = spanOf(rows, { first: indexAt(rows, shown.start) }, length)
  const href = span && ledger.statementOf(span)
  return (
    // Keys reach the same by E and by the table.
    <div
      ref={box}
      className={styles.popover}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
    >
      <span>{markGroupWords[shown.group]}</span>
      <p>
        <b>{signedAmount(mark.sum, ledger.decimals)}</b> {ledger.unit}
      </p>
      <span>
        {plural(mark.entries, 'entry', 'entries')}
        {href !== undefined && (
          <>
            {' \u00b7 '}
            <Anchor href={href}>open in statement</Anchor>
          </>
        )}
      </span>
    </div>
  )
}
