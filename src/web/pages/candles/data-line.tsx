// A virtualised grid cannot be a table element: its rows are positioned, and most of them are not there.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { memo } from 'react'
import { zoneName } from '../../format/time.ts'
import styles from './data-table.module.css'
import { cutFraction, readBar, type Reading } from './reading.ts'
import type { Row } from './rows.ts'

const none = '–'

interface DataLineProps {
  row: Row
  reading: Reading
  id: string
  /** 1-based among all rows, the head included. */
  position: number
  offset: number
  selected: boolean
  onPoint: (start: string) => void
}

/** One bar of the table. It renders again only when it is another bar, or is pointed at. */
export const DataLine = memo(function DataLine({
  row,
  reading,
  id,
  position,
  offset,
  selected,
  onPoint,
}: DataLineProps) {
  const { start, prices, volume, notional } = readBar(row, reading)
  const [when] = start.split(` ${zoneName(reading.zone, BigInt(row.start))}`)
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={position}
      aria-selected={selected}
      className={styles.row}
      data-gap={prices ? undefined : true}
      style={{ transform: `translateY(${offset}px)` }}
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
        {cutFraction(notional, 2)}
      </span>
      <span role="gridcell">{prices?.vwap ?? none}</span>
      <span role="gridcell" data-direction={prices?.direction}>
        {prices?.percent ?? none}
      </span>
    </div>
  )
})
