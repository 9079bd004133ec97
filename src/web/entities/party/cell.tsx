import { linkTo } from '../../router/link-to.ts'
import { IdChip } from '../../ui/display/id-chip.tsx'

/** A party's mark, nickname and short id, with a link to its page. `stacked` puts the nickname above, for rows of two lines. */
export const PartyCell = ({ id, stacked = false }: { id: string; stacked?: boolean }) => (
  <IdChip id={id} kind="party" stacked={stacked} to={linkTo('/parties/$partyId', { partyId: id })} />
)
