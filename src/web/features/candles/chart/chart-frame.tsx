import { Chart, type ChartActions } from './chart.tsx'
import styles from './chart-body.module.css'
import type { Engine } from './chart-controller.ts'
import { Legend } from '../panels/legend.tsx'
import type { Reading } from '../data/bar-format.ts'
import type { Scene } from './chart-model.ts'
import type { View } from './viewport-store.ts'

export interface ChartFrameProps extends ChartActions {
  scene: Scene
  view: View
  reading: Reading
  /** The second candle id. */
  compare: string | undefined
  /** Market and interval as text. */
  title: string
  engine: Engine | undefined
}

/** The chart below its legend. */
export function ChartFrame({ compare, title, engine, ...chart }: ChartFrameProps) {
  const { scene, view, reading } = chart
  return (
    <>
      <Legend scene={scene} view={view} reading={reading} compare={compare} engine={engine} />
      <div className={styles.chart}>
        <Chart label={`Candles of ${title}`} {...chart} />
      </div>
    </>
  )
}
