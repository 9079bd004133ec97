import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'
import { curlOf } from '../format/curl.ts'
import { CodeBlock } from '../ui/display/code-block.tsx'
import { IconButton } from '../ui/inputs/button.tsx'
import { groupDigits } from '../format/amount.ts'
import { EpochCell } from '../entities/entity-cells.tsx'
import { expectedLeaves } from '../entities/expected-leaves.ts'
import { loadMeanings, meaningMissing, useMeanings } from '../entities/meanings.ts'
import type { List } from '../list/list.ts'
import { rawRecord } from '../list/list-query.ts'
import { linkTo } from '../router/link-to.ts'
import { IdChip } from '../ui/display/id-chip.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './row-details.module.css'

export interface RowDetailsProps<Row> {
  listing: List<Row>
  index: number
  record: (row: Row) => unknown
  /** Members shown as "not recorded" where they are absent. */
  optional?: readonly string[]
  /** Renders a member, by its dotted name, where neither raw text nor a link to its entity is enough. */
  show?: (path: string, value: string) => ReactNode
  onStep: (row: Row) => void
  onClose: () => void
  children?: ReactNode
}

/** Focuses what has just opened, closes it on Escape and gives the focus back. */
function useFocusInside(onClose: () => void) {
  const drawer = useRef<HTMLElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const opened = drawer.current
    const before = document.activeElement
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.stopPropagation()
      close()
    }
    opened?.focus({ preventScroll: true })
    opened?.addEventListener('keydown', escape)
    return () => {
      opened?.removeEventListener('keydown', escape)
      const lost = document.activeElement === null || document.activeElement === document.body
      if (lost && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return drawer
}

const Section = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className={styles.section}>
    {title !== undefined && <h3>{title}</h3>}
    {children}
  </section>
)

/** A member of a record: ids and epochs lead to their pages, whatever the list. */
function Member({ path, value }: { path: string; value: string }) {
  if (path === 'marketId')
    return <IdChip id={value} kind="market" copy to={linkTo('/markets/$marketId', { marketId: value })} />
  if (path === 'partyId' || path.endsWith('.party'))
    return <IdChip id={value} kind="party" copy to={linkTo('/parties/$partyId', { partyId: value })} />
  if (path === 'atEpoch' || path === 'joinedAtEpoch') return <EpochCell epoch={value} />
  return <span className="mono">{value}</span>
}

/** One row in full, beside the list, which stays usable; on small screens a sheet over the page. */
export function RowDetails<Row>(props: RowDetailsProps<Row>) {
  const { listing, index, optional = [], show, onStep, onClose, children } = props
  const id = useId()
  const drawer = useFocusInside(onClose)
  const loaded = useMeanings()
  useEffect(() => void loadMeanings(), [])
  const row = listing.at(index)
  if (row === undefined) return null
  const record = rawRecord(props.record(row))
  const request = listing.requestAt(index)
  const curl = request && curlOf(request)
  const place = (value: number) => groupDigits(String(value))
  const step = (label: string, icon: 'chevron-left' | 'chevron-right', to: number) => {
    const next = to >= 0 && to < listing.count ? listing.at(to) : undefined
    const onClick = () => next !== undefined && onStep(next)
    return <IconButton icon={icon} label={label} disabled={next === undefined} onClick={onClick} />
  }
  return (
    <aside ref={drawer} className={styles.drawer} tabIndex={-1} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{`Row ${place(index + 1)}`}</h2>
        <span className="quiet">{`of ${place(listing.count)}`}</span>
        <div className={styles.actions}>
          {listing.count > 1 && (
            <>
              {step('Previous', 'chevron-left', index - 1)}
              {step('Next', 'chevron-right', index + 1)}
            </>
          )}
          <IconButton icon="x" label="Close details" onClick={onClose} />
        </div>
      </header>
      {children && <Section>{children}</Section>}
      <Section title="All fields">
        {loaded === false && <Notice>{meaningMissing}</Notice>}
        <dl className={styles.facts}>
          {expectedLeaves(record, optional).map(({ path, value }) => {
            const entry = loaded ? loaded.glossary[path] : undefined
            return (
              <div key={path} className={styles.fact}>
                <dt title={path}>{entry?.name ?? path}</dt>
                <dd>
                  {value === undefined ? (
                    <i>not recorded</i>
                  ) : value === '' ? (
                    <i>empty</i>
                  ) : (
                    (show?.(path, value) ?? <Member path={path} value={value} />)
                  )}
                </dd>
                {entry ? (
                  <dd className={styles.meaning}>
                    {entry.meaning} {entry.unit ? `Unit: ${entry.unit}.` : null}
                  </dd>
                ) : null}
              </div>
            )
          })}
        </dl>
      </Section>
      <Section title="As received">
        <CodeBlock text={JSON.stringify(record, undefined, 2)} label="JSON as received" />
      </Section>
      {curl === undefined ? null : (
        <Section title="Request">
          <CodeBlock text={curl} label="Request as curl" />
        </Section>
      )}
    </aside>
  )
}
