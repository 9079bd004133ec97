import { useMemo } from 'react'
import { type Candle, parseCandleId } from '../../../../wire/candles.ts'
import { lineVariable } from '../../../chart/chart-theme.ts'
import { anchorText } from '../../../chart/price-transform.ts'
import { useMarkets } from '../../../entities/market/labels.ts'
import { formatChange } from '../../../format/percent.ts'
import { plural } from '../../../format/words.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { Lozenge } from '../../../ui/display/lozenge.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { useObservable } from '../../../use-observable.ts'
import type { ChartController } from '../chart/chart-controller.ts'
import type { ChartScene, Compared } from '../chart/chart-scene.ts'
import { type ChartView, lastInView, useVisible } from '../chart/chart-view.ts'
import { compactText, figureRoom, formatBar, unpricedWords, vwapText } from '../data/bar-format.ts'
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

function StudyFigures({
  controller,
  view,
  index,
}: {
  controller: ChartController | undefined
  view: ChartView
  index: number
}) {
  useObservable(view.drawn)
  return controller?.studiesAt(index).map(({ name, color, dashed, values, waiting }) => (
    <span key={name} className={styles.study}>
      <i style={{ borderTopColor: color, borderTopStyle: dashed ? 'dashed' : 'solid' }} />
      {name} <b>{values.join(' / ')}</b>
      {values.length === 0 && (waiting > 0 ? `needs ${plural(waiting, 'more candle')}` : '–')}
    </span>
  ))
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

/** Values of the candle under the crosshair, otherwise of the last one in view. */
export function Legend(props: LegendProps) {
  const { scene, view, controller, onCompare } = props
  const { rows, format, rangeVwap, barVwap } = scene
  const cursor = useObservable(view.cursor)
  const seen = useVisible(view)
  const index = cursor === undefined ? lastInView(rows, seen) : indexAt(rows, cursor)
  const row = rows[index]
  const fromStart = useRangeVwap(props, index)
  const room = useMemo(() => figureRoom(rows, format), [rows, format])
  if (!row) return null
  const { start, lastUpdate, prices, volume, notional } = formatBar(row, format)
  const drawn = controller?.transform()
  const [base, quote] = [format.base, format.quote].map((unit) => (unit === undefined ? '' : ` ${unit}`))
  return (
    <div className={styles.legend}>
      <div className={styles.line}>
        <b className={styles.time} style={{ minWidth: timeRoom(start) }}>
          {start}
        </b>
        {format.decimals === undefined && <Lozenge tone="line">raw</Lozenge>}
        {prices ? (
          <>
            <Figure name="O" value={prices.open} room={room.price} />
            <Figure name="H" value={prices.high} room={room.price} />
            <Figure name="L" value={prices.low} room={room.price} />
            <Figure name="C" value={prices.close} room={room.price} />
            <b data-direction={prices.direction} style={{ minWidth: `${room.change}ch` }}>
              {`${prices.change} (${prices.percent})`}
            </b>
          </>
        ) : (
          <span>{unpricedWords(row)}</span>
        )}
        <Figure
          name="Volume"
          value={`${volume}${base}`}
          room={room.volume + (base?.length ?? 0)}
          className={styles.volume}
        />
        <span className={styles.exact}>
          Notional{' '}
          <b>
            <Exact exact={`${notional}${quote}`}>{`${compactText(notional)}${quote}`}</Exact>
          </b>
        </span>
      </div>
      <div className={styles.line}>
        {prices && (
          <span className={classNames(styles.candleVwap, barVwap && styles.barVwap)}>
            Candle VWAP <b style={{ minWidth: `${room.price}ch` }}>{prices.vwap}</b>
          </span>
        )}
        <span className={styles.updated}>
          Updated <b style={{ minWidth: timeRoom(lastUpdate) }}>{lastUpdate}</b>
        </span>
        {drawn && drawn.anchor !== 0n && (
          <span>
            The axis shows differences to <b>{anchorText(drawn)}</b>
          </span>
        )}
        {scene.studies.length > 0 && <StudyFigures controller={controller} view={view} index={index} />}
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
        {rangeVwap && fromStart !== undefined && (
          <span className={styles.vwap}>
            Anchored VWAP <b>{fromStart}</b>
          </span>
        )}
      </div>
    </div>
  )
}
