import { useState } from 'react'
import { groupDigits } from '../../../format/amount.ts'
import { formatSpan } from '../../../format/duration.ts'
import { plural } from '../../../format/words.ts'
import type { PowStatistics } from '../../../../wire/spam-statistics.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { blockTime } from '../block-time.ts'
import { type Entry, Explain } from '../../../ui/overlays/explain.tsx'
import styles from '../page.module.css'
import { workLeft, workOnBlocks, workOutlook } from '../../../../wire/spam/proof-of-work.ts'
import { terms } from '../../../entities/terms.ts'
import { workWords } from './work-advice.ts'
import { BlockRow } from './work-row.tsx'

interface Heading {
  text: string
  entry?: Entry
  /** Explained together with `entry`. */
  also?: Entry
}

const headings: readonly Heading[] = [
  { text: 'Block' },
  { text: 'Hash' },
  { text: 'Sent / limit' },
  { text: 'Base (bits)' },
  { text: 'Next (bits)', entry: terms.difficulty, also: terms.closed },
  { text: 'Cost', entry: terms.cost, also: terms.leftAtBase },
  { text: 'Left at base' },
  { text: 'Expires in', entry: terms.window },
]

function Head({ heading: { text, entry, also }, number }: { heading: Heading; number: boolean }) {
  const sorted = text === 'Block'
  return (
    <th scope="col" className={number ? styles['number'] : undefined} aria-sort={sorted ? 'descending' : undefined}>
      <span className={styles['heading']}>
        {text}
        {sorted && <Icon name="arrow-down" size="0.75rem" />}
        {entry && <Explain entry={entry} also={also} />}
      </span>
    </th>
  )
}

/** Blocks shown before the reader expands the table. */
const shownAtFirst = 12

interface PanelProps {
  pow: PowStatistics | null | undefined
  /** When the node sent it: Unix nanoseconds of its clock. */
  answeredAt: bigint
  /** What is left and when hashes expire is not said of values that are too old. */
  stale: boolean
}

/** Proof of work by block hash: its use, the cost of the next transaction, and when the hash expires. */
export function ProofOfWorkPanel(props: PanelProps) {
  const { pow, answeredAt, stale } = props
  const [all, setAll] = useState(false)
  if (!pow) {
    return (
      <Panel title="Proof of work">
        <Empty title="Proof of work not reported">This node sent no proof-of-work statistics for the party.</Empty>
      </Panel>
    )
  }
  const blocks = workOnBlocks(pow)
  const left = workLeft(pow)
  const outlook = workOutlook(pow)
  const msPerBlock = blockTime()
  const functions = [...new Set(pow.blockStates.map((block) => block.hashFunction))].join(', ')
  return (
    <Panel
      flush
      title="Proof of work"
      count={`window of ${groupDigits(pow.numberOfPastBlocks)} past blocks`}
      end={
        left &&
        !stale && (
          <span>
            <b className={styles['strong']}>{groupDigits(left.left)}</b> of {groupDigits(left.max)} left at base
            difficulty
          </span>
        )
      }
      foot={
        <>
          {outlook && !stale && <span>{workWords(outlook)}</span>}
          <span>One more bit doubles the work.</span>
          {functions !== '' && (
            <span>
              Hash function <code>{functions}</code>
            </span>
          )}
          <span>
            {msPerBlock === undefined
              ? 'Block time not yet observed'
              : `A block about every ${formatSpan(msPerBlock)}, as observed`}
          </span>
          <span className={styles['end']}>
            {plural(blocks.length, 'block')} reported
            {left && left.closed !== '0' && `, ${left.closed} used up`}
          </span>
        </>
      }
    >
      <div className={blocks.length > shownAtFirst && !all ? styles['folded'] : undefined}>
        <Table
          cards
          label="Proof of work by block"
          head={headings.map((heading, index) => (
            <Head key={heading.text} heading={heading} number={index > 2} />
          ))}
        >
          {blocks.slice(0, all ? undefined : shownAtFirst).map((block) => (
            <BlockRow
              key={`${block.height}-${block.hash}`}
              block={block}
              msPerBlock={msPerBlock}
              answeredAt={stale ? undefined : answeredAt}
            />
          ))}
        </Table>
      </div>
      {blocks.length > shownAtFirst && (
        <p className={styles['more']}>
          <Button small variant="bare" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer blocks' : `Show all ${blocks.length} blocks`}
          </Button>
        </p>
      )}
    </Panel>
  )
}
