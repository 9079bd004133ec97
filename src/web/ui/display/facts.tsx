import type { ReactNode } from 'react'
import styles from './facts.module.css'
import { Exact } from './exact.tsx'

export interface Fact {
  label: ReactNode
  value: ReactNode
}

export const fact = (label: ReactNode, value: ReactNode): Fact => ({ label, value })

const Row = ({ label, value }: Fact) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
)

/** Facts by name under a heading, inside `Facts`. Their order and number do not change while they are shown. */
export const FactList = ({ title, facts }: { title: string; facts: readonly Fact[] }) => (
  <div>
    <h3>{title}</h3>
    <dl className={styles.facts}>
      {facts.map(({ label, value }, at) => (
        <Row key={at} label={label} value={value} />
      ))}
    </dl>
  </div>
)

/** Groups of facts, as many beside each other as there is room for. */
export const Facts = ({ waiting = false, children }: { waiting?: boolean; children: ReactNode }) => (
  <div className={styles.groups} aria-busy={waiting}>
    {children}
  </div>
)

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
