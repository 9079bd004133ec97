import { useQuery } from '@tanstack/react-query'
import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { chainNow } from '../../client/node-status.ts'
import { MarketCell, PartyCell } from '../../entities/entity-cells.tsx'
import { TimeCell, MissingCell } from '../../entities/value-cells.tsx'
import { useNodeStaleness } from '../../entities/staleness.ts'
import { useNodeState } from '../../entities/use-node-status.ts'
import { marginModesQuery, ModeLozenge } from '../../features/margin-modes/index.ts'
import { compare, groupDigits } from '../../format/amount.ts'
import { formatDuration } from '../../format/duration.ts'
import { toMilliseconds } from '../../format/time.ts'
import { usePanelGroup } from '../../list/panel-group.tsx'
import { type ListData, listPanel, type PanelQuery, QueryPanel } from '../../list/query-panel.tsx'
import { useList } from '../../list/use-list.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { fact, FactList, Facts } from '../../ui/display/facts.tsx'
import {
  blocksIn,
  type EpochFacts,
  epochSentence,
  numberOf,
  epochQuery,
  NumberedRecordHead,
  InvalidNumber,
  blockOr,
  epochEnd,
  noEpochs,
} from './numbered-record.tsx'
import { RecordView } from './record-view.tsx'
import { presenceOf } from '../../format/failure.ts'
import { plural } from '../../format/words.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { ColumnTable, type PlainColumn } from '../../ui/display/table.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { OpenLink } from '../../ui/inputs/button.tsx'
import styles from './record.module.css'

const maxRows = 12

const columns: readonly PlainColumn<PartyMarginMode>[] = [
  { head: 'Party', cell: ({ partyId }) => <PartyCell id={partyId} /> },
  { head: 'Market', cell: ({ marketId }) => <MarketCell id={marketId} /> },
  { head: 'Mode', cell: (row) => <ModeLozenge {...row} /> },
]

/** The margin modes of which the latest change is of this epoch, among the rows of one page. */
function ModesCard({ seq, query }: { seq: string; query: PanelQuery<ListData<PartyMarginMode>> }) {
  const { data } = query
  const set = data?.rows.filter(({ atEpoch }) => atEpoch === seq) ?? []
  const hidden = set.length - maxRows
  return (
    <Panel
      flush
      title="Margin modes set in this epoch"
      count={data && set.length > 0 ? plural(set.length, 'party and market', 'parties and markets') : undefined}
      end={<OpenLink href="/margin-modes" text="All margin modes" />}
      {...(hidden > 0 && { foot: `${hidden} more` })}
    >
      <QueryPanel query={query} what="the margin modes" rows={4} columns={3} flush>
        {({ rows, complete }) => (
          <>
            <p className={styles.words}>
              Among {complete ? 'all' : 'the first'} {plural(rows.length, 'current mode')}. A mode that has changed
              since is listed under its later epoch only.
            </p>
            {set.length === 0 ? (
              <div className="inside">
                <Empty title="None seen in this epoch" />
              </div>
            ) : (
              <ColumnTable
                cards
                label="Margin modes set in this epoch"
                columns={columns}
                rows={set.slice(0, maxRows)}
                rowKey={({ partyId, marketId }) => `${partyId} ${marketId}`}
              />
            )}
          </>
        )}
      </QueryPanel>
    </Panel>
  )
}

function EpochTimes({ epoch }: { epoch: EpochFacts }) {
  const { start, expiry, end, firstBlock, lastBlock } = epoch
  const blocks = blocksIn(epoch)
  const until = end ?? expiry
  const length = start === undefined || until === undefined ? undefined : formatDuration(toMilliseconds(until - start))
  return (
    <Facts>
      <FactList
        title="Times"
        facts={[
          fact('Began', <TimeCell ns={String(start ?? 0)} />),
          fact('Planned end', <TimeCell ns={String(expiry ?? 0)} />),
          fact('Ended', epochEnd(end)),
          fact('Length', length === undefined ? 'not recorded' : `${length}${end === undefined ? ' planned' : ''}`),
        ]}
      />
      <FactList
        title="Blocks"
        facts={[
          fact('First block', blockOr(firstBlock, 'not recorded')),
          fact('Last block', end === undefined ? 'still running' : blockOr(lastBlock, 'not recorded')),
          fact('Blocks', blocks === undefined ? <MissingCell reason="not known yet" words /> : groupDigits(blocks)),
        ]}
      />
    </Facts>
  )
}

/** Modes outlive what a node keeps of the epoch that they were set in. */
function OldModes({ seq, query }: Parameters<typeof ModesCard>[0]) {
  return query.data?.rows.some(({ atEpoch }) => atEpoch === seq) ? <ModesCard seq={seq} query={query} /> : null
}

const aheadWords = (name: string, running: string, isOld: boolean): string =>
  isOld
    ? `${name} had not begun: epoch ${groupDigits(running)} was running.`
    : `${name} has not begun: epoch ${groupDigits(running)} is running.`

/** What is said of the epoch that runs, as far as the node has told lately. */
const runningSub = (isRunning: boolean): string | undefined => (isRunning ? 'The running epoch' : undefined)

function Epoch({ seq }: { seq: string }) {
  const zone = useZone()
  const staleness = useNodeStaleness()
  const stale = staleness !== undefined
  const isOld = staleness?.cause === 'values'
  const group = usePanelGroup(seq, {
    'Times and blocks': useQuery(epochQuery({ id: seq })),
    'Margin modes': listPanel<PartyMarginMode>(useList(marginModesQuery({}))),
  })
  const { 'Times and blocks': record, 'Margin modes': modes } = group.queries
  const running = useNodeState('epoch').epoch?.seq
  const { data, error } = record
  const presence = presenceOf(data, error)
  const name = `Epoch ${groupDigits(seq)}`
  const isAhead = presence === 'unknown' && running !== undefined && compare(seq, running) > 0
  const isLast = data ? data.end === undefined : running !== undefined && compare(seq, running) >= 0
  const sub = runningSub(seq === running && !isOld)
  return (
    <RecordView
      head={<NumberedRecordHead kind="epoch" number={seq} first={0n} isLast={isLast} sub={sub} query={record} />}
      about={`epoch ${groupDigits(seq)}`}
      icon="clock"
      presence={presence}
      title={{
        known: data ? epochSentence(data, chainNow(), zone, stale) : '',
        waiting: `Loading epoch ${groupDigits(seq)}`,
        failed: `${name} could not be loaded.`,
        absent: `${noEpochs}.`,
        unknown: isAhead ? aheadWords(name, running, isOld) : `${name} is not on this node.`,
      }}
      context={
        presence === 'absent'
          ? 'When it was and which blocks it has is not known here.'
          : presence === 'unknown'
            ? !isAhead && 'Nodes have epochs from the start of their history.'
            : 'Spam counters, rewards and the service level of providers are counted per epoch.'
      }
      facts={{
        title: 'Times and blocks',
        query: group.panels['Times and blocks'],
        rows: 5,
        children: (epoch) => <EpochTimes epoch={epoch} />,
      }}
      group={group}
    >
      {presence === 'unknown' ? (
        <OldModes seq={seq} query={modes} />
      ) : (
        <ModesCard seq={seq} query={group.panels['Margin modes']} />
      )}
    </RecordView>
  )
}

/** An epoch: when it was, the ones beside it, and the margin modes that were set in it. */
export function EpochRecord({ text }: { text: string }) {
  const seq = numberOf(text)
  return seq === undefined ? <InvalidNumber what="Epoch" text={text} /> : <Epoch key={seq} seq={seq} />
}
