import { linkTo } from '../../link-to.ts'
import { IdChip } from '../../ui/display/id-chip.tsx'
import styles from './cell.module.css'

/** A party's mark, nickname and short id, with a link to its page. `stacked` puts the nickname above, for tall rows. */
export const PartyCell = ({ id, stacked = false }: { id: string; stacked?: boolean }) => (
  <span className={stacked ? styles.stacked : undefined}>
    <IdChip id={id} kind="party" to={linkTo('/parties/$partyId', { partyId: id })} />
  </span>
)
