import { useQuery } from '@tanstack/react-query'
import { BlockCell } from '../../entities/epoch/block-cell.tsx'
import { EpochCell } from '../../entities/epoch/cell.tsx'
import { ExplorerLink } from '../../entities/explorer.tsx'
import { TimeCell } from '../../entities/time-cell.tsx'
import { useNodeState } from '../../entities/use-node-status.ts'
import { MissingCell } from '../../entities/value-cells.tsx'
import { groupDigits } from '../../format/amount.ts'
import { Answered, type Answer, answerOf } from '../../infinite-list/query-panel.tsx'
import { useHeldFailure } from '../../infinite-list/answers.ts'
import { linkTo } from '../../link-to.ts'
import { useParams } from '../../router/use-location.ts'
import { fact, FactList, Facts } from '../../ui/display/facts.tsx'
import { PageHead } from '../../ui/display/page-head.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { isAbsent } from '../../ui/feedback/failure-view.ts'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { Verdict } from '../../ui/feedback/summary-banner.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { ShareMenu } from '../../ui/overlays/share-menu.tsx'
import { epochQuery } from './epoch-query.ts'
import styles from './homes.module.css'
import { NoNumber } from './no-number.tsx'
import { blockSentence, type EpochFacts, numberOf } from './sentences.ts'

const context =
  'Nodes report which epoch a block belongs to and when that epoch began, but not the time or the contents of a single block.'

function Sentence({ height, answer }: { height: string; answer: Answer<EpochFacts> }) {
  const { height: head } = useNodeState()
  const { data, failure } = answer
  const name = `Block ${groupDigits(height)}`
  if (data) {
    return (
      <Verdict state="info" title={blockSentence(height, head, data)}>
        {context}
      </Verdict>
    )
  }
  if (!failure) return <Verdict state="unknown" title={`Loading block ${groupDigits(height)}`} />
  return (
    <Verdict
      state={isAbsent(failure) ? 'info' : 'unknown'}
      title={
        isAbsent(failure)
          ? `No epoch on this node contains block ${groupDigits(height)}.`
          : `${name} could not be loaded.`
      }
    >
      {context}
    </Verdict>
  )
}

const blockOr = (height: string | undefined, reason: string) =>
  height === undefined ? <MissingCell reason={reason} words /> : <BlockCell height={height} />

function EpochFactsOf({ epoch }: { epoch: EpochFacts }) {
  const { seq, start, end, firstBlock, lastBlock } = epoch
  return (
    <Facts>
      <FactList
        title="Its epoch"
        facts={[
          fact('Epoch', <EpochCell epoch={seq} />),
          fact('First block', blockOr(firstBlock, 'not recorded')),
          fact('Last block', blockOr(lastBlock, end === undefined ? 'still running' : 'not recorded')),
        ]}
      />
      <FactList
        title="Its time is between"
        facts={[
          fact('Began', <TimeCell ns={String(start)} />),
          fact('Ended', end === undefined ? 'still running' : <TimeCell ns={String(end)} />),
        ]}
      />
    </Facts>
  )
}

function BlockBody({ height }: { height: string }) {
  const answer = useHeldFailure(answerOf(useQuery(epochQuery({ block: height }))), height)
  const { height: head } = useNodeState()
  const number = BigInt(height)
  const isAhead = head !== undefined && number > BigInt(head)
  return (
    <>
      <PageHead
        title={`Block ${groupDigits(height)}`}
        sub={height === head ? 'The last block of this node' : undefined}
        actions={
          <>
            <Freshness query={answer} />
            {number > 1n && (
              <ButtonLink href={linkTo('/blocks/$height', { height: String(number - 1n) })} icon="chevron-left">
                Previous
              </ButtonLink>
            )}
            {!(isAhead || height === head) && (
              <ButtonLink href={linkTo('/blocks/$height', { height: String(number + 1n) })}>
                Next <Icon name="chevron-right" />
              </ButtonLink>
            )}
            <ExplorerLink kind="block" id={height} />
            <ShareMenu>Copy link</ShareMenu>
          </>
        }
      />
      <Panel>
        <div className={styles.sentence}>
          <Sentence height={height} answer={answer} />
        </div>
      </Panel>
      {!isAhead && !(answer.data === undefined && isAbsent(answer.failure)) && (
        <Panel title="Position">
          <Answered answer={answer} what={`block ${groupDigits(height)}`} rows={4} columns={2}>
            {(epoch) => <EpochFactsOf epoch={epoch} />}
          </Answered>
        </Panel>
      )}
    </>
  )
}

/** A block height: the epoch that holds it, and the blocks beside it. */
export function BlockPage() {
  const { height = '' } = useParams()
  const number = numberOf(height)
  return number === undefined ? <NoNumber what="Block" text={height} /> : <BlockBody key={number} height={number} />
}
