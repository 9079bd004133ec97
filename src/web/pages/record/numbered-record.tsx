import { queryOptions } from '@tanstack/react-query'
import { getEpoch } from '../../../wire/network.ts'
import { ask } from '../../client/request.ts'
import { BlockCell } from '../../entities/entity-cells.tsx'
import { TimeCell, MissingCell } from '../../entities/value-cells.tsx'
import { ExplorerLink } from '../../entities/explorer.tsx'
import { groupDigits } from '../../format/amount.ts'
import type { PanelQuery } from '../../list/query-panel.tsx'
import { linkTo } from '../../router/link-to.ts'
import { PageHead } from '../../ui/display/page-head.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { MoreActions, ShareMenu } from '../../ui/overlays/share-menu.tsx'
import { type EpochFacts, epochFacts } from './epoch-words.ts'

/** An epoch by number, or the one that holds a block; the running one changes when it ends. Rejects as `ask`. */
export const epochQuery = (by: { id: string } | { block: string }) =>
  queryOptions({
    queryKey: [getEpoch.name, by],
    queryFn: async ({ signal }) => epochFacts((await ask(getEpoch, by, { signal })).epoch),
    staleTime: 15_000,
  })

interface HeadProps {
  kind: 'epoch' | 'block'
  number: string
  /** The number of the first one. */
  first: bigint
  /** No later one exists. */
  isLast: boolean
  sub: string | undefined
  query: PanelQuery<EpochFacts>
}

export function NumberedRecordHead({ kind, number, first, isLast, sub, query }: HeadProps) {
  const toNext = (by: bigint): string => {
    const at = String(BigInt(number) + by)
    return kind === 'epoch' ? linkTo('/epochs/$epoch', { epoch: at }) : linkTo('/blocks/$height', { height: at })
  }
  return (
    <PageHead
      title={`${kind === 'epoch' ? 'Epoch' : 'Block'} ${groupDigits(number)}`}
      sub={sub}
      actions={
        <>
          <Freshness query={query} />
          {BigInt(number) > first && (
            <ButtonLink href={toNext(-1n)} icon="chevron-left" aria-label={`Previous ${kind}`} />
          )}
          {!isLast && <ButtonLink href={toNext(1n)} icon="chevron-right" aria-label={`Next ${kind}`} />}
          <MoreActions>
            <ExplorerLink kind={kind} id={number} />
            <ShareMenu>Copy link</ShareMenu>
          </MoreActions>
        </>
      }
    />
  )
}

/** An address without a valid number of an epoch or block; no request is sent for it. */
export const InvalidNumber = ({ what, text }: { what: 'Epoch' | 'Block'; text: string }) => (
  <>
    <PageHead title={what} />
    <Panel>
      <Empty level={2} title={`“${text}” is not a number`}>
        {what === 'Epoch' ? 'Epochs are numbered from 0.' : 'Blocks are numbered from 1.'} Use digits without
        separators.
      </Empty>
    </Panel>
  </>
)

export const blockOr = (height: string | undefined, reason: string) =>
  height === undefined ? <MissingCell reason={reason} words /> : <BlockCell height={height} />

export const epochEnd = (end: bigint | undefined) =>
  end === undefined ? 'still running' : <TimeCell ns={String(end)} />

export const noEpochs = 'This node does not report epochs'
