import { groupDigits } from '../../format/amount.ts'
import { linkTo } from '../../router/link-to.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import styles from '../market/cell.module.css'

/** The height of a block, with a link to its page. */
export const BlockCell = ({ height }: { height: string }) => (
  <Anchor className={styles.link} href={linkTo('/blocks/$height', { height })} title={`Block ${groupDigits(height)}`}>
    {groupDigits(height)}
  </Anchor>
)
