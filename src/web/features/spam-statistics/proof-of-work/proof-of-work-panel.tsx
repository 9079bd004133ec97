import { useState, type ReactNode } from 'react'
import { groupDigits } from '../../../format/amount.ts'
import { formatDuration } from '../../../format/duration.ts'
import { plural } from '../../../format/words.ts'
import type { PowStatistics } from '../../../../wire/spam-statistics.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { blockTime, blocksSince } from '../block-time.ts'
import { type Entry, Explain } from '../../../ui/overlays/explain.tsx'
import { ShowMore, shownAtFirst } from '../show-more.tsx'
import styles from '../page.module.css'
import { workLeft, workOnBlocks, workOutlook, type WorkOnBlock } from '../../../../wire/spam/proof-of-work.ts'
import { terms } from '../../../entities/terms.ts'
import { workWords, factorOf } from './work-advice.ts'
import { linkTo } from '../../../router/link-to.ts'
import { BlockCell } from '../../../entities/entity-cells.tsx'
import { IdChip } from '../../../ui/display/id-chip.tsx'
import { Lozenge } from '../../../ui/display/lozenge.tsx'
import { Pips } from '../../../ui/display/pips.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { stateOf } from '../../../../wire/spam/spam-gauges.ts'

/** A hash that takes more transactions for more work is not at its limit. */
const pipState = (block: WorkOnBlock) => {
  const state = stateOf(block.seen, block.limit)
  return state === 'limit' && block.next !== undefined ? 'near' : state
}

function Cost({ cost }: WorkOnBlock): ReactNode {
  if (cost === undefined) return '–'
  if (cost === '1') return <span className="muted">base</span>
  return (
    <>
      <b>{factorOf(cost)}</b> <small>work</small>
    </>
  )
}

/** Transactions left at base difficulty, or how more are paid for. */
function LeftAtBase({ leftAtBase, byCredit, cost }: WorkOnBlock): ReactNode {
  // A proof better than required pays for the next one.
  if (leftAtBase !== '0') return `${groupDigits(leftAtBase)}${byCredit ? ' (credit)' : ''}`
  return cost === undefined ? '0' : <span className="muted">at {factorOf(cost)}</span>
}

interface RowProps {
  block: WorkOnBlock
  msPerBlock: number | undefined
  /** When the node sent it (Unix nanoseconds of its clock); undefined when that is too long ago to say what is left. */
  answeredAt: bigint | undefined
  hashes: boolean
}

/** Counts down by the chain's rate: blocks come whether the node is polled or not. */
function Expiry({ block: { expiresIn }, msPerBlock, answeredAt }: Omit<RowProps, 'hashes'>): ReactNode {
  const left = useNow(() => (answeredAt === undefined ? undefined : BigInt(expiresIn) - blocksSince(answeredAt)))
  if (left === undefined) return '\u2013'
  if (left <= 0n) return 'Expired'
  const blocks = plural(left.toString(), 'block')
  if (msPerBlock === undefined) return blocks
  return (
    <>
      {blocks}, <small>about {formatDuration(Math.round((Number(left) * msPerBlock) / 1000) * 1000)}</small>
    </>
  )
}

/** One block hash: transactions sent on it, the cost of more, and when it expires. */
function BlockRow(props: RowProps) {
  const { block, answeredAt } = props
  return (
    <tr data-closed={block.next === undefined || undefined}>
      <th scope="row">
        <BlockCell height={block.height} />{' '}
        {block.newest && (
          <span className={styles['newest']}>
            <Lozenge>newest</Lozenge>
          </span>
        )}
      </th>
      {props.hashes && (
        <td>
          <IdChip id={block.hash} kind="block" mark={false} to={linkTo('/blocks/$height', { height: block.height })} />
        </td>
      )}
      <td>
        <span className={styles['seen']}>
          <Pips size="mini" used={block.seen} max={block.limit} state={pipState(block)} label="Transactions seen" />
          {groupDigits(block.seen)} / {groupDigits(block.limit)}
        </span>
      </td>
      <td data-align="right">{block.base}</td>
      <td data-align="right">
        {block.next ?? (
          <span className={styles['closed']}>
            <Icon name="lock" /> Closed
          </span>
        )}
      </td>
      <td data-align="right" data-costly={(block.cost !== undefined && block.cost !== '1') || undefined}>
        <Cost {...block} />
      </td>
      <td data-align="right">{answeredAt === undefined ? '\u2013' : <LeftAtBase {...block} />}</td>
      <td className={styles['expiry']} data-align="right">
        <Expiry {...props} />
      </td>
    </tr>
  )
}

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
    <th scope="col" data-align={number ? 'right' : undefined} aria-sort={sorted ? 'descending' : undefined}>
      <span className={styles['heading']}>
        {text}
        {sorted && <Icon name="arrow-down" size="0.75rem" />}
        {entry && <Explain entry={entry} also={also} />}
      </span>
    </th>
  )
}

interface PanelProps {
  pow: PowStatistics | null | undefined
  /** When the node sent it: Unix nanoseconds of its clock. */
  answeredAt: bigint
  /** What is left and when hashes expire is not said of values that are too old. */
  stale: boolean
  /** Its card, with advice on the next transaction. */
  children: ReactNode
}

/** Proof of work by block hash: its use, the cost of the next transaction, and when the hash expires. */
export function ProofOfWorkPanel(props: PanelProps) {
  const { pow, answeredAt, stale, children } = props
  const [shown, setShown] = useState(shownAtFirst)
  const [hashes, setHashes] = useState(false)
  if (!pow) return <Panel flush>{children}</Panel>
  const blocks = workOnBlocks(pow)
  const left = workLeft(pow)
  const outlook = workOutlook(pow)
  const msPerBlock = blockTime()
  const functions = [...new Set(pow.blockStates.map((block) => block.hashFunction))].join(', ')
  return (
    <Panel
      flush
      foot={
        <>
          {outlook && !stale && <span>{workWords(outlook)}</span>}
          {msPerBlock !== undefined && <span>A block about every {formatDuration(msPerBlock)}</span>}
          <span>
            {plural(blocks.length, 'block')} reported in a window of {groupDigits(pow.numberOfPastBlocks)}
            {left && left.closed !== '0' && `, ${left.closed} used up`}
          </span>
          {hashes && functions !== '' && (
            <span>
              Hash function <code>{functions}</code>
            </span>
          )}
          <span className="end">
            <Button small variant="bare" onClick={() => setHashes(!hashes)}>
              {hashes ? 'Hide hashes' : 'Show hashes'}
            </Button>
          </span>
        </>
      }
    >
      {children}
      <div className={classNames(styles['work'], blocks.length > shown && shown === shownAtFirst && styles['folded'])}>
        <Table
          cards
          label="Proof of work by block"
          head={headings.map(
            (heading, index) =>
              (hashes || heading.text !== 'Hash') && <Head key={heading.text} heading={heading} number={index > 2} />,
          )}
        >
          {blocks.slice(0, shown).map((block) => (
            <BlockRow
              key={`${block.height}-${block.hash}`}
              block={block}
              msPerBlock={msPerBlock}
              answeredAt={stale ? undefined : answeredAt}
              hashes={hashes}
            />
          ))}
        </Table>
      </div>
      {blocks.length > shownAtFirst && (
        <p className={styles['more']}>
          <ShowMore shown={shown} of={blocks.length} noun="block" onShown={setShown} />
        </p>
      )}
    </Panel>
  )
}
