import { useMemo } from 'react'
import { Lozenge } from '../../../ui/display/lozenge.tsx'
import { useObservable } from '../../../use-observable.ts'
import { indexAt } from '../data/merge-candles.ts'
import type { Engine } from '../chart/chart-controller.ts'
import { ComparedFigure, StudyFigures } from './legend-lines.tsx'
import { anchorText } from '../chart/axis/price-transform.ts'
import { readBar, type Reading, vwapText } from '../data/bar-format.ts'
import styles from './legend.module.css'
import type { Scene } from '../chart/chart-model.ts'
import { totalsAt } from '../data/range-statistics.ts'
import { useSettled } from '../use-throttled-value.ts'
import type { View } from '../chart/viewport-store.ts'

export interface LegendProps {
  scene: Scene
  view: View
  reading: Reading
  /** The second candle id. */
  compare: string | undefined
  engine: Engine | undefined
}

/** Exact VWAP from the left edge of the view to a row. */
function useRangeVwap({ scene: { rows, rangeVwap: on }, view, reading }: LegendProps, index: number) {
  const seen = useSettled(view.visible, view.pace)
  const at = useMemo(
    () => (on && seen && seen.rows === rows && index <= seen.last ? totalsAt(rows, seen.first, index) : undefined),
    [on, seen, rows, index],
  )
  return at && vwapText(at.notional, at.volume, reading)
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <span>
      {name} <b>{value}</b>
    </span>
  )
}

/** Exact values of the bar under the crosshair, otherwise of the last one. */
export function Legend(props: LegendProps) {
  const { scene, view, reading, compare, engine } = props
  const { rows, rangeVwap, barVwap } = scene
  const cursor = useObservable(view.cursor)
  const index = cursor === undefined ? rows.length - 1 : indexAt(rows, cursor)
  const row = rows[index]
  const fromStart = useRangeVwap(props, index)
  if (!row) return null
  const { start, lastUpdate, prices, volume, notional } = readBar(row, reading)
  const drawn = engine?.plot()
  const [base, quote] = [reading.base, reading.quote].map((unit) => (unit === undefined ? '' : ` ${unit}`))
  return (
    <div className={styles.legend}>
      <div className={styles.line}>
        <b className={styles.time}>{start}</b>
        {reading.decimals === undefined && <Lozenge tone="line">raw</Lozenge>}
        {prices ? (
          <>
            <Figure name="O" value={prices.open} />
            <Figure name="H" value={prices.high} />
            <Figure name="L" value={prices.low} />
            <Figure name="C" value={prices.close} />
            <b data-direction={prices.direction}>
              {prices.change} ({prices.percent})
            </b>
          </>
        ) : (
          <span>no trades in this period</span>
        )}
        <Figure name="Volume" value={`${volume}${base}`} />
        <Figure name="Notional" value={`${notional}${quote}`} />
      </div>
      <div className={styles.line}>
        {scene.compared && compare !== undefined && (
          <ComparedFigure view={view} rows={rows} candles={scene.compared.candles} candleId={compare} index={index} />
        )}
        {rangeVwap && fromStart !== undefined && (
          <span className={styles.vwap}>
            VWAP from range start <b>{fromStart}</b>
          </span>
        )}
        {prices && (
          <span className={barVwap ? styles.barVwap : undefined}>
            VWAP of the bar <b>{prices.vwap}</b>
          </span>
        )}
        {scene.studies.length > 0 && <StudyFigures engine={engine} view={view} index={index} />}
        <span className={styles.updated}>
          Updated <b>{lastUpdate}</b>
        </span>
        {drawn && drawn.anchor !== 0n && (
          <span>
            The axis shows differences to <b>{anchorText(drawn)}</b>
          </span>
        )}
      </div>
    </div>
  )
}
