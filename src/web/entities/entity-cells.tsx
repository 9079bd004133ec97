import { groupDigits } from '../format/amount.ts'
import { Exact } from '../ui/display/exact.tsx'
import styles from './entity-cells.module.css'
import { linkTo } from '../router/link-to.ts'
import { IdChip } from '../ui/display/id-chip.tsx'
import { toMilliseconds } from '../format/time.ts'
import { Anchor } from '../ui/inputs/anchor.tsx'
import { useMarkets, useAssets } from './labels.ts'
import { shortId } from '../format/id.ts'
import { Select } from '../ui/inputs/select.tsx'
import { type EpochSpan, chainNow } from '../client/node-status.ts'
import { roundDuration } from '../format/duration.ts'
import { useStoppedAt, useEpoch } from './use-node-status.ts'

export function MarketCell({ id }: { id: string }) {
  const to = linkTo('/markets/$marketId', { marketId: id })
  const label = useMarkets().byId.get(id)
  if (!label) return <IdChip id={id} kind="market" copy={false} to={to} />
  return (
    <span title={`${label.name} · ${id}`} data-id={id} data-kind="market" className={styles.market}>
      <Anchor href={to} className={styles.link}>
        {label.code || label.name}
      </Anchor>
    </span>
  )
}

export function AssetCell({ id }: { id: string }) {
  const label = useAssets().byId.get(id)
  const to = linkTo('/assets/$assetId', { assetId: id })
  if (!label) return <IdChip id={id} kind="asset" copy={false} mark={false} to={to} />
  return (
    <span title={`${label.name} · ${id}`} data-id={id} data-kind="asset">
      <Anchor href={to} className={styles.link}>
        {label.symbol}
      </Anchor>
    </span>
  )
}

interface AssetChoiceProps {
  label: string
  assets: readonly string[]
  value: string
  onChange: (asset: string) => void
}

/** Which of several assets a panel shows; of one alone, its name. */
export function AssetChoice({ label, assets, value, onChange }: AssetChoiceProps) {
  const { byId } = useAssets()
  if (assets.length === 1) return <AssetCell id={value} />
  const options = assets.map((id) => ({ value: id, label: byId.get(id)?.symbol ?? shortId(id) }))
  return <Select label={label} hideLabel value={value} options={options} onChange={onChange} />
}

export const EpochCell = ({ epoch }: { epoch: string }) => (
  <Anchor className={styles.link} href={linkTo('/epochs/$epoch', { epoch })} title={`Epoch ${groupDigits(epoch)}`}>
    {groupDigits(epoch)}
  </Anchor>
)

export const BlockCell = ({ height }: { height: string }) => (
  <Anchor className={styles.link} href={linkTo('/blocks/$height', { height })} title={`Block ${groupDigits(height)}`}>
    {groupDigits(height)}
  </Anchor>
)

/**
 * Roughly how long ago an epoch began, if all epochs since were as long as the running one: records name the epoch alone,
 * and reading its time is a request for each. undefined for an epoch that is not over by the running one.
 */
export function epochAge(epoch: string, { seq, start, end }: EpochSpan, now: bigint): string | undefined {
  const behind = /^\d+$/.test(epoch) ? BigInt(seq) - BigInt(epoch) : -1n
  if (behind === 0n) return 'this epoch'
  if (behind < 0n || end <= start) return undefined
  return `${roundDuration(toMilliseconds(now - start + behind * (end - start)))} ago`
}

/**
 * Roughly when an epoch began, then its number; the number alone where the running epoch is not known. `bare` leaves out
 * the word that it is an estimate, which the head of the column then says; `plain` shows the number in the title only.
 */
export function EpochTime({ epoch, bare = false, plain = false }: { epoch: string; bare?: boolean; plain?: boolean }) {
  const running = useEpoch()
  const stopped = useStoppedAt() !== undefined
  const age = running && !stopped ? epochAge(epoch, running, chainNow()) : undefined
  if (age === undefined) return <EpochCell epoch={epoch} />
  const estimate = 'Estimated from the length of the running epoch: the node records the epoch, not the time'
  if (plain) return <Exact exact={`Epoch ${groupDigits(epoch)}. ${estimate}`}>{age}</Exact>
  const words = bare || epoch === running?.seq ? age : `about ${age}`
  return (
    // One element: the cells of a list are flexible boxes, which drop the space between two.
    <span>
      <Exact exact={estimate}>{words}</Exact>{' '}
      <small className="muted">
        <EpochCell epoch={epoch} />
      </small>
    </span>
  )
}

/** A party's mark, nickname and short id, with a link to its page. `stacked` puts the nickname above, for rows of two lines. */
export const PartyCell = ({ id, stacked = false }: { id: string; stacked?: boolean }) => (
  <IdChip id={id} kind="party" stacked={stacked} to={linkTo('/parties/$partyId', { partyId: id })} />
)
