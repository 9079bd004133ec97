import { Chart, type ChartProps } from './chart.tsx'
import styles from './chart-body.module.css'
import type { Engine } from './chart-controller.ts'
import { Legend } from '../panels/legend.tsx'

export interface ChartFrameProps extends Omit<ChartProps, 'label'> {
  /** Market and interval as text. */
  title: string
  engine: Engine | undefined
  /** The candle ids to compare from now on. */
  onCompare: (candleIds: readonly string[]) => void
}

/** The chart below its legend. */
export function ChartFrame({ title, engine, onCompare, ...chart }: ChartFrameProps) {
  const { scene, view, reading } = chart
  return (
    <>
      <Legend scene={scene} view={view} reading={reading} engine={engine} onCompare={onCompare} />
      <div className={styles.chart}>
        <Chart label={`Candles of ${title}`} {...chart} />
      </div>
    </>
  )
}
