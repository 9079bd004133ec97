import { linkTo } from '../router/link-to.ts'
import { IdChip } from '../ui/display/id-chip.tsx'

/** A team's mark and short id, with a link to its page. */
export const TeamCell = ({ id, copy = false, mark = true }: { id: string; copy?: boolean; mark?: boolean }) => (
  <IdChip id={id} kind="team" copy={copy} mark={mark} to={linkTo('/teams/$teamId', { teamId: id })} />
)
