import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { MeasureBarProps } from './measure-bar.tsx'

const MeasureBar = lazy(async () => ({ default: (await import('./measure-bar.tsx')).MeasureBar }))

/** What is measured, once something is. */
export function MeasureStrip(props: MeasureBarProps) {
  const { measure } = props.view
  const on = useSyncExternalStore(measure.subscribe, () => measure.get().phase !== 'off')
  return (
    on && (
      <Suspense>
        <MeasureBar {...props} />
      </Suspense>
    )
  )
}
