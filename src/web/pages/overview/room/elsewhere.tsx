import { linkTo } from '../../../link-to.ts'
import { Anchor } from '../../../ui/inputs/anchor.tsx'
import styles from './watch-room.module.css'

/** Where the other questions about a party are answered. */
export function Elsewhere({ partyId }: { partyId: string }) {
  return (
    <nav className={styles.elsewhere} aria-label="More about this party">
      <Anchor href={linkTo('/parties/$partyId', { partyId })}>Everything about it</Anchor>
      <Anchor href={linkTo('/margin-modes', { partyId })}>Margin modes</Anchor>
      <Anchor href={linkTo('/liquidity-providers', { partyId })}>Liquidity</Anchor>
      <Anchor href={linkTo('/ledger-export', { partyId })}>Ledger export</Anchor>
    </nav>
  )
}
