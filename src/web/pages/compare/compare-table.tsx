import { linkTo } from '../../link-to.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import type { ReactNode } from 'react'
import { Term } from '../../entities/term.tsx'
import { Exact } from '../../ui/display/exact.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './compare.module.css'
import { type Difference, differenceOf, type Row, type Side } from './differences.ts'

const icons = { same: 'ok', differs: 'arrow-right', one: 'question', unknown: 'question' } as const

const DifferenceWords = ({ difference: { state, words } }: { difference: Difference }) => (
  <span className={styles.difference} data-state={state}>
    <Icon name={icons[state]} size="0.875rem" />
    {words}
  </span>
)

function Value({ side }: { side: Side }) {
  if (!side.known) return <span className={styles.missing}>Unknown: {side.reason}</span>
  if (side.href !== undefined) {
    return (
      <Anchor className="link" href={side.href} title={side.exact}>
        {side.text}
      </Anchor>
    )
  }
  return (
    <>
      <Exact exact={side.exact}>{side.text}</Exact>
      {side.exact !== side.text && <small className={styles.exact}>{side.exact}</small>}
    </>
  )
}

interface CompareTableProps<Compared extends Row> {
  label: string
  rows: readonly Compared[]
  parties: readonly [string, string]
  names: readonly [string, string]
  /** The head of the first column. */
  first?: string
  /** In place of the label of a row. */
  renderLabel?: (row: Compared) => ReactNode
}

/** Two sides, field by field, each with what distinguishes them. */
export function CompareTable<Compared extends Row>(props: CompareTableProps<Compared>) {
  const { label, rows, parties, names, first = 'Field', renderLabel } = props
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {names.map((name, at) => (
            <th key={at} scope="col">
              <Anchor href={linkTo('/parties/$partyId', { partyId: parties[at] ?? '' })}>{name}</Anchor>
            </th>
          ))}
          <th scope="col" className={styles.wide}>
            Difference
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const difference = differenceOf(row, names)
          return (
            <tr key={row.label} data-state={difference.state}>
              <th scope="row">
                {renderLabel ? renderLabel(row) : row.term ? <Term of={row.term}>{row.label}</Term> : row.label}
                <span className={styles.narrow}>
                  <DifferenceWords difference={difference} />
                </span>
              </th>
              <td>
                <Value side={row.sides[0]} />
              </td>
              <td>
                <Value side={row.sides[1]} />
              </td>
              <td className={styles.wide}>
                <DifferenceWords difference={difference} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
