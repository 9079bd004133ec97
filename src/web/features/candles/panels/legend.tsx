import { useMemo } from 'react'
import type { Candle } from '../../../../wire/candles.ts'
import { lineVariable } from '../../../chart/chart-theme.ts'
import { anchorText } from '../../../chart/price-transform.ts'
import { formatChange } from '../../../format/percent.ts'
import { plural } from '../../../format/words.ts'
import { plainAmount } from '../../../ledger/ledger-words.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Lozenge } from '../../../ui/display/lozenge.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
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
  const { candles, name } = compared
  const seen = useVisible(view)
  const edge = seen && seen.rows === rows ? rows[Math.max(0, Math.floor(seen.before))] : undefined
  const base = edge && firstFrom(candles, edge.start)
  const row = rows[index]
  const at = row && candles[indexAt(candles, row.start)]
  const close = at && at.start === row.start && !isGap(at) ? at.close : undefined
  const change = base && close !== undefined ? formatChange(base.close, close) : undefined
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
      <IconButton icon="x" label={`Stop comparing with ${name}`} onClick={onRemove} />
    </span>
  )
}

type Reading = ReturnType<ChartController['studiesAt']>[number]

interface StudyFigureProps {
  reading: Reading
  onHide: LegendProps['onHide']
}

function StudyFigure({ reading, onHide }: StudyFigureProps) {
  const { name, key, color, dashed, values, waiting, hidden } = reading
  return (
    <span className={styles.study} data-hidden={hidden || undefined}>
      <i style={{ borderTopColor: color, borderTopStyle: dashed ? 'dashed' : 'solid' }} />
      {name} {!hidden && <b>{values.join(' / ')}</b>}
      {!hidden && values.length === 0 && (waiting > 0 ? `needs ${plural(waiting, 'more candle')}` : '–')}
      {onHide && (
        <IconButton
          icon={hidden ? 'eye-off' : 'eye'}
          label={`${hidden ? 'Show' : 'Hide'} ${name}`}
          onClick={() => onHide(key)}
        />
      )}
    </span>
  )
}

/** The exact VWAP from the chosen candle to the one that the legend is about. */
function AnchoredVwap({ scene: { rows, format, anchor }, onAnchor, index }: LegendProps & { index: number }) {
  const first = anchor === undefined ? -1 : indexAt(rows, anchor)
  const isLoaded = first >= 0 && rows[first]?.start === anchor
  const totals = useMemo(
    () => (isLoaded && first <= index ? totalsAt(rows, first, index) : undefined),
    [isLoaded, rows, first, index],
  )
  if (anchor === undefined) return null
  // The year is in the address.
  const from = shortTime(anchor, format)
  const none = isLoaded ? '–' : 'needs older candles'
  return (
    <span
      className={classNames(styles.study, styles.vwap)}
      title="Dashed: one and two standard deviations of candle VWAPs, by volume"
    >
      {`VWAP from ${from}`} <b>{totals ? vwapText(totals.notional, totals.volume, format) : none}</b>
      {onAnchor && <IconButton icon="x" label={`Remove VWAP from ${from}`} onClick={() => onAnchor(undefined)} />}
    </span>
  )
}

export interface LegendProps {
  scene: ChartScene
  view: ChartView
  controller: ChartController | undefined
  onCompare: (candleIds: readonly string[]) => void
  /** Hides an indicator, as the address spells it, or shows it again. */
  onHide?: (study: string) => void
  /** Chooses the candle from which a VWAP is drawn; undefined for none. */
  onAnchor?: (start: string | undefined) => void
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

/** The time of a candle without year and zone, where there is room for no more. */
const shortTime = (start: string, format: BarFormat): string =>
  candleTime(start, format, { precision: 'minute', name: false }).replace(/ \d{4}(?=,|$)/, '')

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
function PaneLine({ pane, row, format, ledger, readings, onHide }: PaneLineProps) {
  const { key, name, unit, top } = pane
  const isAmount = key === 'volume' || key === 'notional' || key === 'balance'
  const held = ledger?.bars.get(row.start)?.balance
  const amounts: Readonly<Record<string, () => string>> = {
    volume: () => volumeText(row.volume, format),
    notional: () => notionalText(row.notional, format),
    balance: () => (held === undefined ? '–' : plainAmount(held, ledger?.decimals)),
  }
  const amount = amounts[key]?.()
  return (
    <div className={styles.line} style={{ top }} data-legend>
      {isAmount && (
        <span>
          {unit === undefined ? name : `${name}, ${unit}`} <b>{amount}</b>
        </span>
      )}
      {readings.map(
        (reading) =>
          reading.pane === key &&
          !reading.hidden && <StudyFigure key={reading.key} reading={reading} onHide={onHide} />,
      )}
    </div>
  )
}

interface PaneLineProps {
  pane: PaneBox
  row: Row
  format: BarFormat
  ledger: ChartScene['ledger']
  readings: readonly Reading[]
  onHide: LegendProps['onHide']
}

/** Values of the candle under the crosshair, otherwise of the last one in view: one line in each pane, over what is drawn. */
export function Legend(props: LegendProps) {
  const { scene, view, controller, onCompare, onHide } = props
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
  return (
    <div className={styles.legend}>
      <div className={styles.line} data-legend>
        <b className={classNames(styles.time, styles.wide)} style={{ minWidth: timeRoom(start) }}>
          {start}
        </b>
        <b className={classNames(styles.time, styles.narrow)}>{shortTime(row.start, format)}</b>
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
        <AnchoredVwap {...props} index={index} />
        {readings.map(
          (reading) =>
            (reading.pane === 'price' || reading.hidden) && (
              <StudyFigure key={reading.key} reading={reading} onHide={onHide} />
            ),
        )}
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
        <PaneLine key={pane.key} {...{ pane, row, format, readings, onHide }} ledger={scene.ledger} />
      ))}
    </div>
  )
}
