import type { ReactNode } from 'react'
import { Segmented, type SegmentedProps } from '../../ui/inputs/segmented.tsx'

export function Choice({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function SegmentedChoice<Value extends string>(props: SegmentedProps<Value> & { children?: ReactNode }) {
  const { children, ...field } = props
  return (
    <Choice name={field.label}>
      <Segmented {...field} />
      {children}
    </Choice>
  )
}
