import { groupDigits } from '../../format/amount.ts'
import { linkTo } from '../../router/link-to.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import styles from '../market/cell.module.css'

/** The number of an epoch, with a link to its page. */
export const EpochCell = ({ epoch }: { epoch: string }) => (
  <Anchor className={styles.link} href={linkTo('/epochs/$epoch', { epoch })} title={`Epoch ${groupDigits(epoch)}`}>
    {groupDigits(epoch)}
  </Anchor>
)
