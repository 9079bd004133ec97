import { useMemo } from 'react'
import { type Candle, parseCandleId } from '../../../../wire/candles.ts'
import { lineVariable } from '../../../chart/chart-theme.ts'
import { anchorText } from '../../../chart/price-transform.ts'
import { useMarkets } from '../../../entities/market/labels.ts'
import { formatChange } from '../../../format/percent.ts'
import { plural } from '../../../format/words.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Lozenge } from '../../../ui/display/lozenge.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { useObservable } from '../../../use-observable.ts'
import type { ChartController } from '../chart/chart-controller.ts'
import type { ChartScene, Compared } from '../chart/chart-scene.ts'
import { type ChartView, lastInView, type PaneBox, useVisible } from '../chart/chart-view.ts'
import {
  type BarFormat,
  candleTime,
  figureRoom,
  formatBar,
  notionalText,
  unpricedWords,
  volumeText,
  vwapText,
} from '../data/bar-format.ts'
import type { Row } from '../data/candle-rows.ts'
import { candleIdName } from '../data/compared.ts'
import { compareIntegers, indexAt, isGap } from '../data/merge-candles.ts'
import { totalsAt } from '../data/range-statistics.ts'
import styles from './legend.module.css'

const firstFrom = (candles: readonly Candle[], start: string): Candle | undefined => {
  const at = indexAt(candles, start)
  const from = compareIntegers(candles[at]?.start ?? '', start) === 0 ? at : at + 1
  return candles.slice(Math.max(0, from)).find((candle) => !isGap(candle))
}

interface ComparedFigureProps {
  view: ChartView
  rows: readonly Row[]
  compared: Compared
  position: number
  index: number
  onRemove: () => void
}

/** Exact change of a compared market from the left edge of the view to a candle. */
function ComparedFigure({ view, rows, compared, position, index, onRemove }: ComparedFigureProps) {
  const { candles, candleId } = compared
  const seen = useVisible(view)
  const { byId } = useMarkets()
  const edge = seen && seen.rows === rows ? rows[Math.max(0, Math.floor(seen.before))] : undefined
  const base = edge && firstFrom(candles, edge.start)
  const row = rows[index]
  const at = row && candles[indexAt(candles, row.start)]
  const close = at && at.start === row.start && !isGap(at) ? at.close : undefined
  const change = base && close !== undefined ? formatChange(base.close, close) : undefined
  const name = candleIdName(candleId, byId, parseCandleId(candleId)?.interval)
  return (
    <span className={styles.study}>
      <i
        style={{
          borderTopColor: `var(${lineVariable(position + 1)})`,
          borderTopStyle: position % 2 === 1 ? 'dashed' : 'solid',
        }}
      />
      <span>
        vs {name} <b>{change ?? '–'}</b>
      </span>
      <Button small variant="bare" icon="x" aria-label={`Stop comparing with ${name}`} onClick={onRemove} />
    </span>
  )
}

type Reading = ReturnType<ChartController['studiesAt']>[number]

function StudyFigure({ reading: { name, color, dashed, values, waiting } }: { reading: Reading }) {
  return (
    <span className={styles.study}>
      <i style={{ borderTopColor: color, borderTopStyle: dashed ? 'dashed' : 'solid' }} />
      {name} <b>{values.join(' / ')}</b>
      {values.length === 0 && (waiting > 0 ? `needs ${plural(waiting, 'more candle')}` : '–')}
    </span>
  )
}

export interface LegendProps {
  scene: ChartScene
  view: ChartView
  controller: ChartController | undefined
  onCompare: (candleIds: readonly string[]) => void
}

/** Exact VWAP from the left edge of the view to a row. */
function useRangeVwap({ scene: { rows, format, rangeVwap: on }, view }: LegendProps, index: number) {
  const seen = useVisible(view)
  const at = useMemo(
    () => (on && seen && seen.rows === rows && index <= seen.last ? totalsAt(rows, seen.first, index) : undefined),
    [on, seen, rows, index],
  )
  return at && vwapText(at.notional, at.volume, format)
}

/** Letters, spaces and colons of a time are narrower than a digit. */
const timeCharacter = 0.85

/** Room for the same time on a day with two digits. */
const timeRoom = (text: string): string => `${(text.length + (/^\d /.test(text) ? 1 : 0)) * timeCharacter}ch`

interface FigureProps {
  name: string
  value: string
  /** Characters to leave room for, so that what follows stays where it is from candle to candle. */
  room: number
  className?: string | undefined
}

function Figure({ name, value, room, className }: FigureProps) {
  return (
    <span className={className}>
      {name} <b style={{ minWidth: `${room}ch` }}>{value}</b>
    </span>
  )
}

/** The line of a lower pane: name, unit, and the exact value of the candle. */
function PaneLine({ pane, row, format, readings }: PaneLineProps) {
  const { key, name, unit, top } = pane
  const reading = readings.find((one) => one.name === key)
  const amount = key === 'volume' ? volumeText(row.volume, format) : notionalText(row.notional, format)
  return (
    <div className={styles.line} style={{ top }} data-legend>
      {reading ? (
        <StudyFigure reading={reading} />
      ) : (
        <span>
          {unit === undefined ? name : `${name}, ${unit}`} <b>{amount}</b>
        </span>
      )}
    </div>
  )
}

interface PaneLineProps {
  pane: PaneBox
  row: Row
  format: BarFormat
  readings: readonly Reading[]
}

/** Values of the candle under the crosshair, otherwise of the last one in view: one line in each pane, over what is drawn. */
export function Legend(props: LegendProps) {
  const { scene, view, controller, onCompare } = props
  const { rows, format, rangeVwap, barVwap } = scene
  const cursor = useObservable(view.cursor)
  const panes = useObservable(view.panes)
  useObservable(view.drawn)
  const seen = useVisible(view)
  const index = cursor === undefined ? lastInView(rows, seen) : indexAt(rows, cursor)
  const row = rows[index]
  const fromStart = useRangeVwap(props, index)
  const room = useMemo(() => figureRoom(rows, format), [rows, format])
  if (!row) return null
  const { start, prices } = formatBar(row, format)
  const drawn = controller?.transform()
  const readings = controller?.studiesAt(index) ?? []
  const isLower = (name: string): boolean => panes.some(({ key }) => key === name)
  return (
    <div className={styles.legend}>
      <div className={styles.line} data-legend>
        <b className={classNames(styles.time, styles.wide)} style={{ minWidth: timeRoom(start) }}>
          {start}
        </b>
        <b className={classNames(styles.time, styles.narrow)}>
          {candleTime(row.start, format, { precision: 'minute', name: false })}
        </b>
        {format.decimals === undefined && <Lozenge tone="line">raw</Lozenge>}
        {prices ? (
          <>
            <Figure name="O" value={prices.open} room={room.price} className={styles.wide} />
            <Figure name="H" value={prices.high} room={room.price} className={styles.wide} />
            <Figure name="L" value={prices.low} room={room.price} className={styles.wide} />
            <Figure name="C" value={prices.close} room={room.price} />
            <b data-direction={prices.direction} style={{ minWidth: `${room.change}ch` }}>
              {`${prices.change} (${prices.percent})`}
            </b>
          </>
        ) : (
          <span>{unpricedWords(row)}</span>
        )}
        {rangeVwap && fromStart !== undefined && (
          <Figure name="VWAP" value={fromStart} room={room.price} className={styles.vwap} />
        )}
        {barVwap && prices && (
          <Figure name="Candle VWAP" value={prices.vwap} room={room.price} className={styles.barVwap} />
        )}
        {drawn && drawn.anchor !== 0n && (
          <span>
            The axis shows differences to <b>{anchorText(drawn)}</b>
          </span>
        )}
        {readings.map((reading) => !isLower(reading.name) && <StudyFigure key={reading.name} reading={reading} />)}
        {scene.compared.map((compared, position) => (
          <ComparedFigure
            key={compared.candleId}
            view={view}
            rows={rows}
            compared={compared}
            position={position}
            index={index}
            onRemove={() =>
              onCompare(scene.compared.flatMap(({ candleId }, at) => (at === position ? [] : [candleId])))
            }
          />
        ))}
      </div>
      {panes.slice(1).map((pane) => (
        <PaneLine key={pane.key} pane={pane} row={row} format={format} readings={readings} />
      ))}
    </div>
  )
}
