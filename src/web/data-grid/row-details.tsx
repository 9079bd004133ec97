import type { ReactNode } from 'react'
import { curlOf } from '../format/curl.ts'
import { CodeBlock } from '../ui/display/code-block.tsx'
import { Drawer, DrawerSection } from '../ui/overlays/drawer.tsx'
import { groupDigits } from '../format/amount.ts'
import { factsOf, glossary } from '../entities/field-glossary.ts'
import type { Listing } from '../infinite-list/list.ts'
import { receivedOf } from '../infinite-list/raw-records.ts'
import styles from './row-details.module.css'

interface RowDetailsProps<Row> {
  listing: Listing<Row>
  index: number
  record: (row: Row) => unknown
  /** Members shown as "not recorded" where they are absent. */
  optional?: readonly string[]
  /** Renders a member, by its dotted name, where raw text is not enough. */
  show?: (path: string, value: string) => ReactNode
  onStep: (index: number) => void
  onClose: () => void
  /** Shown above the members. */
  children?: ReactNode
}

/** One row in full: each member with its meaning and unit, the record as JSON, and the request that brought it. */
export function RowDetails<Row>(props: RowDetailsProps<Row>) {
  const { listing, index, optional = [], show, onStep, onClose, children } = props
  const row = listing.at(index)
  if (row === undefined) return null
  const record = receivedOf(props.record(row))
  const request = listing.requestAt(index)
  const place = (value: number) => groupDigits(String(value))
  return (
    <Drawer
      title={`Row ${place(index + 1)}`}
      position={`of ${place(listing.count)}`}
      onClose={onClose}
      onPrevious={index > 0 ? () => onStep(index - 1) : undefined}
      onNext={index < listing.count - 1 ? () => onStep(index + 1) : undefined}
    >
      {children ? <DrawerSection>{children}</DrawerSection> : null}
      <DrawerSection title="Every member">
        <dl className={styles.facts}>
          {factsOf(record, optional).map(({ path, value }) => {
            const known = glossary[path]
            return (
              <div key={path} className={styles.fact}>
                <dt title={path}>{known?.name ?? path}</dt>
                <dd>
                  {value === undefined ? (
                    <i>not recorded</i>
                  ) : value === '' ? (
                    <i>empty</i>
                  ) : (
                    (show?.(path, value) ?? <span className="mono">{value}</span>)
                  )}
                </dd>
                {known ? (
                  <dd className={styles.meaning}>
                    {known.meaning} {known.unit ? `Unit: ${known.unit}.` : null}
                  </dd>
                ) : null}
              </div>
            )
          })}
        </dl>
      </DrawerSection>
      <DrawerSection title="As received">
        <CodeBlock text={JSON.stringify(record, undefined, 2)} label="JSON as received" />
      </DrawerSection>
      {request === undefined ? null : (
        <DrawerSection title="Request">
          <CodeBlock text={curlOf(request)} label="Request as curl" />
        </DrawerSection>
      )}
    </Drawer>
  )
}
