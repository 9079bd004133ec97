import { formatChange } from '../../../format/percent.ts'
import { plural } from '../../../format/words.ts'
import { useMarkets } from '../../../entities/market/labels.ts'
import type { Candle } from '../../../../wire/candles.ts'
import { useObservable } from '../../../use-observable.ts'
import type { Engine } from '../chart/chart-controller.ts'
import styles from './legend.module.css'
import { compareIntegers, indexAt, isGap } from '../data/merge-candles.ts'
import { candleIdName } from './page-title.tsx'
import type { Row } from '../data/fill-gaps.ts'
import { useSettled } from '../use-throttled-value.ts'
import type { View } from '../chart/viewport-store.ts'

/** The first candle with trades at or after a start. */
const firstFrom = (candles: readonly Candle[], start: string): Candle | undefined => {
  const at = indexAt(candles, start)
  const from = compareIntegers(candles[at]?.start ?? '', start) === 0 ? at : at + 1
  return candles.slice(Math.max(0, from)).find((candle) => !isGap(candle))
}

export interface ComparedFigureProps {
  view: View
  rows: readonly Row[]
  candles: readonly Candle[]
  candleId: string
  index: number
}

/** Exact change of the second candle id from the left edge of the view to a bar. */
export function ComparedFigure({ view, rows, candles, candleId, index }: ComparedFigureProps) {
  const seen = useSettled(view.visible, view.pace)
  const { byId } = useMarkets()
  const edge = seen && seen.rows === rows ? rows[Math.max(0, Math.floor(seen.before))] : undefined
  const base = edge && firstFrom(candles, edge.start)
  const row = rows[index]
  const at = row && candles[indexAt(candles, row.start)]
  const close = at && at.start === row.start && !isGap(at) ? at.close : undefined
  const change = base && close !== undefined ? formatChange(base.close, close) : undefined
  return (
    <span className={styles.compared}>
      <i />
      {candleIdName(candleId, byId, undefined)} <b>{change ?? '–'}</b>
    </span>
  )
}

/** Indicator values at a bar, each with a sample of its line. */
export function StudyFigures({ engine, view, index }: { engine: Engine | undefined; view: View; index: number }) {
  useObservable(view.drawn)
  return engine?.studiesAt(index).map(({ name, color, dashed, values, waiting }) => (
    <span key={name} className={styles.study}>
      <i style={{ borderTopColor: color, borderTopStyle: dashed ? 'dashed' : 'solid' }} />
      {name} <b>{values.join(' / ')}</b>
      {values.length === 0 && (waiting > 0 ? `needs ${plural(waiting, 'more period')}` : '–')}
    </span>
  ))
}
