import { shortId } from '../../format/id.ts'
import { usePartyName } from '../../preferences/party-names.ts'
import { classNames } from '../class-names.ts'
import { Anchor } from '../inputs/anchor.tsx'
import { CopyButton } from '../inputs/copy-button.tsx'
import styles from './id-chip.module.css'
import { StarMark } from '../inputs/star-mark.tsx'

export type IdKind = 'party' | 'market' | 'team' | 'asset' | 'block'

export interface IdChipProps {
  id: string
  to?: string
  copy?: boolean
  /** Shows the star mark; on by default. */
  mark?: boolean
  kind?: IdKind
  /** The nickname above the id, where both do not fit side by side. */
  stacked?: boolean
}

/** An id: mark, nickname beside it, first and last six characters. Title and accessible name carry the full id. */
export function IdChip({ id, to, copy = false, mark = true, kind = 'party', stacked = false }: IdChipProps) {
  const nickname = usePartyName(id)
  const short = shortId(id)
  const name = (
    <>
      {mark && <StarMark id={id} />}
      {nickname !== undefined && <b>{nickname}</b>}
      <code aria-hidden={short === id ? undefined : true}>{short}</code>
      {short !== id && <span className="visually-hidden">{`${kind} ${id}`}</span>}
    </>
  )
  return (
    <span className={classNames(styles.id, stacked && styles.stacked)} data-id={id} data-kind={kind} title={id}>
      {to === undefined ? (
        <span className={styles.name}>{name}</span>
      ) : (
        <Anchor className={styles.name} href={to}>
          {name}
        </Anchor>
      )}
      {copy && <CopyButton text={id} label={`Copy full ${kind} id`} />}
    </span>
  )
}
