import { Exact } from '../../../ui/display/exact.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { useObservable } from '../../../use-observable.ts'
import type { ChartView } from '../chart/chart-view.ts'
import type { BarFormat } from '../data/bar-format.ts'
import type { Row } from '../data/candle-rows.ts'
import { measuredOf, type MeasureWords, measureWords } from './measure.ts'
import styles from './measure-bar.module.css'

function Figures({ words }: { words: MeasureWords }) {
  return (
    <>
      <b data-direction={words.direction}>
        {words.difference} ({words.percent})
      </b>
      <span>{words.bars}</span>
      <span>{words.time}</span>
      <span>
        Volume <b>{words.volume}</b>
      </span>
      <span>
        Notional{' '}
        <b>
          <Exact exact={words.notional}>{words.notionalShort}</Exact>
        </b>
      </span>
      <span className={styles.ends}>
        {words.from} to {words.to}
      </span>
    </>
  )
}

interface MeasureBarProps {
  view: ChartView
  rows: readonly Row[]
  format: BarFormat
  onClose: () => void
}

export function MeasureBar({ view, rows, format, onClose }: MeasureBarProps) {
  const state = useObservable(view.measure)
  if (state.phase === 'off') return null
  const measure = measuredOf(state)
  const words = measure && measureWords(rows, measure, format)
  const hint =
    state.phase === 'from'
      ? 'Measuring: click a candle, or move the crosshair to it and press M.'
      : state.phase === 'to'
        ? 'Now click the second candle, or move the crosshair and press M.'
        : 'One of the measured candles is not loaded or has no trades.'
  return (
    <section className={styles.bar} aria-label="Measured">
      {words && <Figures words={words} />}
      {!words && <span className={styles.hint}>{hint}</span>}
      <IconButton icon="x" label="Stop measuring" title="Esc" onClick={onClose} />
    </section>
  )
}
