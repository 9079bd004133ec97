import { useMemo } from 'react'
import { Lozenge } from '../../../ui/display/lozenge.tsx'
import { useObservable } from '../../../use-observable.ts'
import { compareIntegers, indexAt, isGap } from '../data/merge-candles.ts'
import type { Engine } from '../chart/chart-controller.ts'
import { anchorText } from '../chart/axis/price-transform.ts'
import { readBar, type Reading, vwapText } from '../data/bar-format.ts'
import styles from './legend.module.css'
import type { Scene } from '../chart/chart-model.ts'
import { totalsAt } from '../data/range-statistics.ts'
import { useSettled } from '../use-throttled-value.ts'
import type { View } from '../chart/viewport-store.ts'
import { formatChange } from '../../../format/percent.ts'
import { plural } from '../../../format/words.ts'
import { useMarkets } from '../../../entities/market/labels.ts'
import type { Candle } from '../../../../wire/candles.ts'
import { candleIdName } from './page-title.tsx'
import type { Row } from '../data/fill-gaps.ts'

/** The first candle with trades at or after a start. */
const firstFrom = (candles: readonly Candle[], start: string): Candle | undefined => {
  const at = indexAt(candles, start)
  const from = compareIntegers(candles[at]?.start ?? '', start) === 0 ? at : at + 1
  return candles.slice(Math.max(0, from)).find((candle) => !isGap(candle))
}

interface ComparedFigureProps {
  view: View
  rows: readonly Row[]
  candles: readonly Candle[]
  candleId: string
  index: number
}

/** Exact change of the second candle id from the left edge of the view to a bar. */
function ComparedFigure({ view, rows, candles, candleId, index }: ComparedFigureProps) {
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
function StudyFigures({ engine, view, index }: { engine: Engine | undefined; view: View; index: number }) {
  useObservable(view.drawn)
  return engine?.studiesAt(index).map(({ name, color, dashed, values, waiting }) => (
    <span key={name} className={styles.study}>
      <i style={{ borderTopColor: color, borderTopStyle: dashed ? 'dashed' : 'solid' }} />
      {name} <b>{values.join(' / ')}</b>
      {values.length === 0 && (waiting > 0 ? `needs ${plural(waiting, 'more period')}` : '–')}
    </span>
  ))
}

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
