import type { ReactNode } from 'react'
import { Exact } from './exact.tsx'
import styles from './stat.module.css'

/** One figure with its name and unit, inside `Stats`. */
export function Stat(props: {
  label: ReactNode
  value: ReactNode
  unit?: ReactNode
  big?: boolean
  /** The exact value of a rounded one. */ exact?: string | undefined
  title?: string
}) {
  const { label, value, unit, big = false, exact, title } = props
  return (
    <div className={styles.stat} data-big={big || undefined}>
      <dt>{label}</dt>
      <dd title={title}>
        {exact === undefined ? value : <Exact exact={exact}>{value}</Exact>}
        {unit !== undefined && <small>{unit}</small>}
      </dd>
    </div>
  )
}

export function Stats({ children }: { children: ReactNode }) {
  return <dl className={styles.stats}>{children}</dl>
}
