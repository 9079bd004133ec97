import { useCallback } from 'react'
import { Chart } from './chart.tsx'
import styles from './chart-body.module.css'
import type { Engine } from './chart-controller.ts'
import { Legend } from '../panels/legend.tsx'
import { measuredOf, measureWords, spokenMeasure } from '../measure/measure.ts'
import { indexAt } from '../data/merge-candles.ts'
import { type Reading, spokenBar } from '../data/bar-format.ts'
import type { Scene } from './chart-model.ts'
import type { View } from './viewport-store.ts'

export interface ChartFrameProps {
  scene: Scene
  view: View
  reading: Reading
  /** The second candle id. */
  compare: string | undefined
  /** Market and interval as text. */
  title: string
  engine: Engine | undefined
  onEngine: (engine: Engine | undefined) => void
  onTable: () => void
  onMeasure: () => void
  onMeasureEnd: () => void
}

/** The chart below its legend, and the screen reader text of both. */
export function ChartFrame(props: ChartFrameProps) {
  const { scene, view, reading, compare, title, engine, onEngine, onTable, onMeasure, onMeasureEnd } = props
  const { rows } = scene
  const speak = useCallback(
    (start: string) => {
      const row = rows[indexAt(rows, start)]
      return row ? spokenBar(row, reading) : ''
    },
    [rows, reading],
  )
  const speakMeasure = useCallback(() => {
    const state = view.measure.get()
    const measure = measuredOf(state)
    const words = measure && measureWords(rows, measure, reading)
    if (words) return spokenMeasure(words)
    return state.phase === 'from' ? 'Measuring: set the first point.' : 'First point set. Set the second.'
  }, [view, rows, reading])
  return (
    <>
      <Legend scene={scene} view={view} reading={reading} compare={compare} engine={engine} />
      <div className={styles.chart}>
        <Chart
          scene={scene}
          view={view}
          label={`Candles of ${title}`}
          onEngine={onEngine}
          speak={speak}
          speakMeasure={speakMeasure}
          onTable={onTable}
          onMeasure={onMeasure}
          onMeasureEnd={onMeasureEnd}
        />
      </div>
    </>
  )
}
