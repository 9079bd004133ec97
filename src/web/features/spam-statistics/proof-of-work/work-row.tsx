import { linkTo } from '../../../link-to.ts'
import type { ReactNode } from 'react'
import { BlockCell } from '../../../entities/epoch/block-cell.tsx'
import { groupDigits } from '../../../format/amount.ts'
import { formatSpan } from '../../../format/duration.ts'
import { plural } from '../../../format/words.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { IdChip } from '../../../ui/display/id-chip.tsx'
import { Lozenge } from '../../../ui/display/lozenge.tsx'
import { Pips } from '../../../ui/display/pips.tsx'
import { stateOf } from '../gauges/gauge.ts'
import styles from '../page.module.css'
import type { WorkOnBlock } from './proof-of-work.ts'
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
function LeftAtBase({ leftAtBase, cost }: WorkOnBlock): ReactNode {
  if (leftAtBase !== '0' || cost === undefined) return groupDigits(leftAtBase)
  // A proof better than required pays for the next one.
  return <span className="muted">{cost === '1' ? 'by credit' : 'costlier'}</span>
}

function Expiry({ expiresIn, msPerBlock }: { expiresIn: string; msPerBlock: number | undefined }): ReactNode {
  const blocks = plural(expiresIn, 'block')
  if (msPerBlock === undefined) return blocks
  return (
    <>
      {blocks}, <small>about {formatSpan(Math.round((Number(expiresIn) * msPerBlock) / 1000) * 1000)}</small>
    </>
  )
}

/** One block hash: transactions sent on it, the cost of more, and when it expires. */
export function BlockRow({ block, msPerBlock }: { block: WorkOnBlock; msPerBlock: number | undefined }) {
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
      <td className={styles['number']}>
        <LeftAtBase {...block} />
      </td>
      <td className={styles['expiry']}>
        <Expiry expiresIn={block.expiresIn} msPerBlock={msPerBlock} />
      </td>
    </tr>
  )
}
