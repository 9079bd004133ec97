import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { groupDigits, trimZeros } from '../../format/amount.ts'
import { formatPercent } from '../../format/percent.ts'
import { plural } from '../../format/words.ts'
import { colourName } from '../../features/ledger-statement/chart/balance-canvas.ts'
import { Exact } from '../../ui/display/exact.tsx'
import chart from '../../features/ledger-statement/chart/chart.module.css'
import type { Side } from './differences.ts'
import { EpochCanvas } from './epoch-canvas.ts'
import { epochLines } from './epoch-lines.ts'
import type { EpochRow } from './history-rows.ts'
import styles from './compare.module.css'

const Value = ({ side }: { side: Side }) =>
  side.known ? <Exact exact={side.exact}>{side.text}</Exact> : `unknown: ${side.reason}`

export interface EpochChartProps {
  label: string
  rows: readonly EpochRow[]
  names: readonly [string, string]
  /** Fractions, which the scale names as the table does; otherwise plain numbers. */
  percent: boolean
}

/** A value of the scale, which the library gives as a number with its errors of rounding. */
const scaleOf =
  (percent: boolean) =>
  (value: number): string =>
    percent ? formatPercent(value.toFixed(6), 2) : groupDigits(trimZeros(value.toFixed(4)))

/** A value of both parties over epochs, with the exact values at the pointer or of the last epoch. Its table says the same. */
export function EpochChart({ label, rows, names, percent }: EpochChartProps) {
  const lines = useMemo(() => epochLines(rows), [rows])
  const [element, setElement] = useState<HTMLElement | null>(null)
  const canvas = useRef<EpochCanvas>(undefined)
  const [at, setAt] = useState<number>()
  useEffect(() => {
    if (!element) return undefined
    const made = new EpochCanvas(element, setAt)
    canvas.current = made
    return () => {
      canvas.current = undefined
      made.remove()
    }
  }, [element])
  useEffect(() => {
    if (element && lines) canvas.current?.show(lines, scaleOf(percent))
  }, [element, lines, percent])
  if (!lines) return <p className={styles.note}>One epoch is recorded so far: a curve needs two.</p>
  const epoch = String(lines.first + BigInt(Math.max(0, Math.min(at ?? lines.epochs - 1, lines.epochs - 1))))
  const row = rows.find(({ epochSeq }) => epochSeq === epoch)
  const gaps = names.flatMap((name, place) =>
    lines.gaps[place] ? `${plural(lines.gaps[place], 'epoch')} of ${name}` : [],
  )
  return (
    <div className={styles.curve}>
      <div className={chart.legend}>
        <b>{label}</b>
        <span>Epoch {groupDigits(epoch)}</span>
        {names.map((name, place) => (
          <span key={place}>
            <i style={{ '--c': `var(${colourName(place)})` } as CSSProperties} aria-hidden="true" />
            {name} {row ? <Value side={row.sides[place as 0 | 1]} /> : 'unknown: not recorded in this epoch'}
          </span>
        ))}
      </div>
      <div ref={setElement} className={styles.canvas} role="img" aria-label={`${label} of ${names.join(' and ')}`} />
      {gaps.length > 0 && <p className={chart.note}>Not recorded: {gaps.join(', ')}. The line is interrupted there.</p>}
    </div>
  )
}
