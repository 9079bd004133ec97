import { linkTo } from '../../../router/link-to.ts'
import type { ReactNode } from 'react'
import { BlockCell } from '../../../entities/epoch/block-cell.tsx'
import { groupDigits } from '../../../format/amount.ts'
import { formatSpan } from '../../../format/duration.ts'
import { plural } from '../../../format/words.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { IdChip } from '../../../ui/display/id-chip.tsx'
import { Lozenge } from '../../../ui/display/lozenge.tsx'
import { Pips } from '../../../ui/display/pips.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { blocksSince } from '../block-time.ts'
import { stateOf } from '../../../../wire/spam/spam-gauges.ts'
import styles from '../page.module.css'
import type { WorkOnBlock } from '../../../../wire/spam/proof-of-work.ts'
import { factorOf } from './work-advice.ts'

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
}

/** Counts down by the chain's rate: blocks come whether the node is polled or not. */
function Expiry({ block: { expiresIn }, msPerBlock, answeredAt }: RowProps): ReactNode {
  useNow()
  if (answeredAt === undefined) return '\u2013'
  const left = BigInt(expiresIn) - blocksSince(answeredAt)
  if (left <= 0n) return 'Expired'
  const blocks = plural(left.toString(), 'block')
  if (msPerBlock === undefined) return blocks
  return (
    <>
      {blocks}, <small>about {formatSpan(Math.round((Number(left) * msPerBlock) / 1000) * 1000)}</small>
    </>
  )
}

/** One block hash: transactions sent on it, the cost of more, and when it expires. */
export function BlockRow(props: RowProps) {
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
      <td>
        <IdChip id={block.hash} kind="block" mark={false} to={linkTo('/blocks/$height', { height: block.height })} />
      </td>
      <td>
        <span className={styles['seen']}>
          <Pips size="mini" used={block.seen} max={block.limit} state={pipState(block)} label="Transactions seen" />
          {groupDigits(block.seen)} / {groupDigits(block.limit)}
        </span>
      </td>
      <td className={styles['number']}>{block.base}</td>
      <td className={styles['number']}>
        {block.next ?? (
          <span className={styles['closed']}>
            <Icon name="lock" /> Closed
          </span>
        )}
      </td>
      <td className={styles['number']} data-costly={(block.cost !== undefined && block.cost !== '1') || undefined}>
        <Cost {...block} />
      </td>
      <td className={styles['number']}>{answeredAt === undefined ? '\u2013' : <LeftAtBase {...block} />}</td>
      <td className={styles['expiry']}>
        <Expiry {...props} />
      </td>
    </tr>
  )
}
