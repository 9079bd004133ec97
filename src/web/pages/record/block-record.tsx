import { useQuery } from '@tanstack/react-query'
import { EpochCell } from '../../entities/entity-cells.tsx'
import { TimeCell } from '../../entities/value-cells.tsx'
import { useNodeStaleness } from '../../entities/staleness.ts'
import { useNodeState } from '../../entities/use-node-status.ts'
import { compare, groupDigits } from '../../format/amount.ts'
import { usePanelGroup } from '../../list/panel-group.tsx'
import { fact, FactList, Facts } from '../../ui/display/facts.tsx'
import {
  blockSentence,
  type EpochFacts,
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

function Block({ height }: { height: string }) {
  const { Position: record } = usePanelGroup(height, { Position: useQuery(epochQuery({ block: height })) }).queries
  const { height: head } = useNodeState('height')
  const { data, error } = record
  const stale = useNodeStaleness()?.cause === 'values'
  const isAhead = head !== undefined && compare(height, head) > 0
  const name = `block ${groupDigits(height)}`
  const title = `Block ${groupDigits(height)}`
  const sub = height === head && !stale ? 'The last block of this node' : undefined
  return (
    <RecordView
      head={
        <NumberedRecordHead
          kind="block"
          number={height}
          first={1n}
          isLast={isAhead || height === head}
          sub={sub}
          query={record}
        />
      }
      about={name}
      presence={presenceOf(data, error)}
      title={{
        known: data ? blockSentence(height, head, data, stale) : '',
        waiting: `Loading ${name}`,
        failed: `${title} could not be loaded.`,
        absent: `${noEpochs}, nor where ${name} is.`,
        unknown: `No epoch on this node contains ${name}.`,
      }}
      context="Nodes report which epoch a block belongs to and when that epoch began, but not the time or the contents of a single block."
      {...(!isAhead && {
        facts: {
          title: 'Position',
          query: record,
          rows: 4,
          children: ({ seq, start, end, firstBlock, lastBlock }: EpochFacts) => (
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
                title="When that epoch ran"
                facts={[fact('Began', <TimeCell ns={String(start ?? 0)} />), fact('Ended', epochEnd(end))]}
              />
            </Facts>
          ),
        },
      })}
    />
  )
}

/** A block height: the epoch that holds it, and the blocks beside it. */
export function BlockRecord({ text }: { text: string }) {
  const height = numberOf(text)
  // Nodes take block 0 for none, and return the running epoch.
  return height === undefined || height === '0' ? (
    <InvalidNumber what="Block" text={text} />
  ) : (
    <Block key={height} height={height} />
  )
}
