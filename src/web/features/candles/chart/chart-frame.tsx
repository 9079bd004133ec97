import { Chart, type ChartProps } from './chart.tsx'
import styles from './chart-body.module.css'
import type { Engine } from './chart-controller.ts'
import { Legend } from '../panels/legend.tsx'

export interface ChartFrameProps extends Omit<ChartProps, 'label'> {
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
