import { lazy, Suspense } from 'react'
import { useObservable } from '../../../use-observable.ts'
import type { MeasureBarProps } from './measure-bar.tsx'

const MeasureBar = lazy(async () => ({ default: (await import('./measure-bar.tsx')).MeasureBar }))

/** The measurement, while measuring is on. */
export function MeasureStrip(props: MeasureBarProps) {
  const { measure } = props.view
  const on = useObservable(measure, ({ phase }) => phase !== 'off')
  return (
    on && (
      <Suspense>
        <MeasureBar {...props} />
      </Suspense>
    )
  )
}
