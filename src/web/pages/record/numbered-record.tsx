import { queryOptions } from '@tanstack/react-query'
import { getEpoch, type Epoch } from '../../../wire/network.ts'
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
import { roughDuration, formatAge, formatDuration } from '../../format/duration.ts'
import { formatInstant, toMilliseconds, type Zone } from '../../format/time.ts'
import { plural } from '../../format/words.ts'

/** An epoch by its number and Unix nanoseconds; `end` is undefined while it runs, all else when not recorded. */
export interface EpochFacts {
  seq: string
  start: bigint | undefined
  expiry: bigint | undefined
  end: bigint | undefined
  firstBlock: string | undefined
  lastBlock: string | undefined
}

const recorded = (text: string): string | undefined => (text === '0' ? undefined : text)
const instantOf = (text: string): bigint | undefined => (text === '0' ? undefined : BigInt(text))

export function epochFacts({ seq, timestamps }: Epoch): EpochFacts {
  const { startTime, expiryTime, endTime, firstBlock, lastBlock } = timestamps
  return {
    seq,
    start: instantOf(startTime),
    expiry: instantOf(expiryTime),
    end: instantOf(endTime),
    firstBlock: recorded(firstBlock),
    lastBlock: recorded(lastBlock),
  }
}

/** How many blocks; undefined unless both ends are recorded. */
export const blocksIn = ({ firstBlock, lastBlock }: EpochFacts): string | undefined =>
  firstBlock === undefined || lastBlock === undefined
    ? undefined
    : (BigInt(lastBlock) - BigInt(firstBlock) + 1n).toString()

/** When an epoch was, or how far it is. `now` is the chain's, Unix nanoseconds; what is left of it is not said when `stale`. */
export function epochSentence(epoch: EpochFacts, now: bigint, zone: Zone, stale = false): string {
  const { seq, start, end, expiry } = epoch
  const name = `Epoch ${groupDigits(seq)}`
  if (end === undefined) {
    const began = start === undefined ? 'is running' : `has been running since ${formatInstant(start, zone)}`
    if (expiry === undefined) return `${name} ${began}.`
    const left = toMilliseconds(expiry - now)
    if (stale) return `${name} ${began}; it is due to end ${formatInstant(expiry, zone)}.`
    return left > 0 ? `${name} ${began}; it ends in ${roughDuration(left)}.` : `${name} ${began}; it is due to end.`
  }
  const blocks = blocksIn(epoch)
  const counted = blocks === undefined ? '' : `, ${plural(blocks, 'block')}`
  const ago = `ended ${formatAge(toMilliseconds(now - end))} ago.`
  if (start === undefined) return `${name}${counted}${counted && ','} ${ago}`
  return `${name} lasted ${formatDuration(toMilliseconds(end - start))}${counted}, and ${ago}`
}

/** Where a block stands: in its epoch, or after the last one that the node has; when `stale`, that it had. */
export function blockSentence(height: string, head: string | undefined, epoch: EpochFacts, stale = false): string {
  const name = `Block ${groupDigits(height)}`
  if (head !== undefined && BigInt(height) > BigInt(head)) {
    return stale
      ? `${name} is not known: the last block that this node reported is ${groupDigits(head)}.`
      : `${name} does not exist yet: the last block of this node is ${groupDigits(head)}.`
  }
  const { firstBlock, lastBlock, seq } = epoch
  const place = firstBlock === undefined ? undefined : BigInt(height) - BigInt(firstBlock) + 1n
  const of = blocksIn(epoch)
  if (height === firstBlock) return `${name} is the first of epoch ${groupDigits(seq)}.`
  if (height === lastBlock) return `${name} is the last of epoch ${groupDigits(seq)}.`
  if (place === undefined || place < 1n) return `${name} is in epoch ${groupDigits(seq)}.`
  return `${name} is number ${groupDigits(String(place))}${of === undefined ? '' : ` of ${groupDigits(of)}`} in epoch ${groupDigits(seq)}.`
}

/** A whole number of an address, without leading zeros; undefined for other text and for more than 64 bits hold. */
export const numberOf = (text: string): string | undefined => /^0*(\d{1,19})$/.exec(text)?.[1]

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
      <Empty level={2} title={`No ${what.toLowerCase()} has the number “${text}”`}>
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
