import { useState } from 'react'
import type { ReactNode } from 'react'
import { groupDigits } from '../../format/amount.ts'
import { formatSpan } from '../../format/duration.ts'
import type { PowStatistics } from '../../../wire/spam-statistics.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IdChip } from '../../ui/id-chip.tsx'
import { Lozenge } from '../../ui/lozenge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Pips } from '../../ui/pips.tsx'
import { Table } from '../../ui/table.tsx'
import { blockTime } from './block-time.ts'
import { Explain } from './explain.tsx'
import { stateOf } from './gauge.ts'
import styles from './page.module.css'
import { type WorkOnBlock, workLeft, workOnBlocks } from './proof-of-work.ts'
import { type Entry, wordEntries } from './spam-glossary.ts'
import { factorOf } from './work-advice.ts'

/** What is explained together with another word. */
const together: Partial<Record<keyof typeof wordEntries, Entry>> = {
  difficulty: wordEntries.closed,
  cost: wordEntries.leftAtBase,
}

const headings: readonly [text: string, entry?: keyof typeof wordEntries][] = [
  ['Block'],
  ['Hash'],
  ['Seen of limit'],
  ['Base, bits'],
  ['Next, bits', 'difficulty'],
  ['Cost', 'cost'],
  ['Left at base'],
  ['Expires in', 'window'],
]

/** A hash that takes more for more work is not at its limit, however much was sent on it. */
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

/** Places at base difficulty; where they are used up, what more would cost. */
function LeftAtBase({ leftAtBase, cost }: WorkOnBlock): ReactNode {
  if (leftAtBase !== '0' || cost === undefined) return groupDigits(leftAtBase)
  // A proof that was better than asked pays for the next one.
  return <span className="muted">{cost === '1' ? 'by credit' : 'costlier'}</span>
}

function Expiry({ expiresIn, msPerBlock }: { expiresIn: string; msPerBlock: number | undefined }): ReactNode {
  const blocks = `${groupDigits(expiresIn)} ${expiresIn === '1' ? 'block' : 'blocks'}`
  if (msPerBlock === undefined) return blocks
  return (
    <>
      {blocks}, <small>about {formatSpan(Math.round((Number(expiresIn) * msPerBlock) / 1000) * 1000)}</small>
    </>
  )
}

function BlockRow({ block, msPerBlock }: { block: WorkOnBlock; msPerBlock: number | undefined }) {
  return (
    <tr data-closed={block.next === undefined || undefined}>
      <th scope="row">
        {groupDigits(block.height)}{' '}
        {block.newest && (
          <span className={styles['newest']}>
            <Lozenge>newest</Lozenge>
          </span>
        )}
      </th>
      <td>
        <IdChip id={block.hash} kind="block" mark={false} />
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

function Head({ text, entry, number }: { text: string; entry: keyof typeof wordEntries | undefined; number: boolean }) {
  return (
    <th
      scope="col"
      className={number ? styles['number'] : undefined}
      aria-sort={text === 'Block' ? 'descending' : undefined}
    >
      <span className={styles['heading']}>
        {text}
        {text === 'Block' && <Icon name="arrow-down" size="0.75rem" />}
        {entry && <Explain entry={wordEntries[entry]} also={together[entry]} />}
      </span>
    </th>
  )
}

/** As many blocks as are shown before the reader asks for all: the newest matter most. */
const few = 12

/** Proof of work by block hash: what is used, what the next transaction costs, and when a hash grows too old. */
export function ProofOfWorkPanel({ pow }: { pow: PowStatistics | null | undefined }) {
  const [all, setAll] = useState(false)
  if (!pow) {
    return (
      <Panel title="Proof of work">
        <Empty title="Proof of work is not reported">This node sent no proof-of-work statistics for the party.</Empty>
      </Panel>
    )
  }
  const blocks = workOnBlocks(pow)
  const left = workLeft(pow)
  const msPerBlock = blockTime()
  const functions = [...new Set(pow.blockStates.map((block) => block.hashFunction))].join(', ')
  return (
    <Panel
      flush
      title="Proof of work"
      count={`window of ${groupDigits(pow.numberOfPastBlocks)} past blocks`}
      end={
        left && (
          <span>
            <b className={styles['strong']}>{groupDigits(left.left)}</b> of {groupDigits(left.most)} at base difficulty
            left
          </span>
        )
      }
      foot={
        <>
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
            {blocks.length} {blocks.length === 1 ? 'block' : 'blocks'} reported
            {left && left.closed !== '0' && `, ${left.closed} used up`}
          </span>
        </>
      }
    >
      <Table
        label="Proof of work by block"
        head={headings.map(([text, entry], index) => (
          <Head key={text} text={text} entry={entry} number={index > 2} />
        ))}
      >
        {blocks.slice(0, all ? undefined : few).map((block) => (
          <BlockRow key={`${block.height}-${block.hash}`} block={block} msPerBlock={msPerBlock} />
        ))}
      </Table>
      {blocks.length > few && (
        <p className={styles['more']}>
          <Button small variant="bare" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `Show the newest ${few}` : `Show all ${blocks.length} blocks`}
          </Button>
        </p>
      )}
    </Panel>
  )
}
