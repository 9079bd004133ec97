// Virtualized rows cannot use table elements, because most are not in the DOM: use ARIA grid roles instead.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { memo } from 'react'
import { zoneName } from '../../../format/time.ts'
import styles from './candle-table.module.css'
import { isGap } from '../data/merge-candles.ts'
import { roundFraction, readBar, type Reading } from '../data/bar-format.ts'
import type { Row } from '../data/fill-gaps.ts'

const none = '–'

interface DataLineProps {
  row: Row
  reading: Reading
  id: string
  /** Position in the table, from 0. */
  index: number
  /** Px. */
  height: number
  selected: boolean
  onPoint: (start: string) => void
}

/** One row of the table. Re-renders only when its bar, position or selection changes. */
export const DataLine = memo(function DataLine(props: DataLineProps) {
  const { row, reading, id, index, height, selected, onPoint } = props
  const { start, prices, volume, notional } = readBar(row, reading)
  const [when] = start.split(` ${zoneName(reading.zone, BigInt(row.start))}`)
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={styles.row}
      data-gap={isGap(row) || undefined}
      style={{ transform: `translateY(${index * height}px)` }}
      onPointerDown={() => onPoint(row.start)}
    >
      <span role="gridcell">{when}</span>
      {prices ? (
        [prices.open, prices.high, prices.low, prices.close].map((price, index) => (
          <span role="gridcell" key={index}>
            {price}
          </span>
        ))
      ) : (
        <span role="gridcell" aria-colspan={4} className={styles.span}>
          {row.absent ? 'no row from the node for this period' : 'no trades in this period'}
        </span>
      )}
      <span role="gridcell">{volume}</span>
      <span role="gridcell" title={notional}>
        {roundFraction(notional, 2)}
      </span>
      <span role="gridcell">{prices?.vwap ?? none}</span>
      <span role="gridcell" data-direction={prices?.direction}>
        {prices?.percent ?? none}
      </span>
    </div>
  )
})
