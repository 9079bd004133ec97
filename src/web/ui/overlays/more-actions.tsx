import { useId, type ReactNode } from 'react'
import { Button } from '../inputs/button.tsx'
import styles from './more-actions.module.css'
import { placePopup } from './place-popup.ts'

/** Actions of a page that stand in its head where there is room, and behind one button on a tablet or phone. */
export function MoreActions({ children }: { children: ReactNode }) {
  const id = useId()
  return (
    <>
      <span className={styles.more}>
        <Button icon="dots" aria-label="More actions" popoverTarget={id} />
      </span>
      <div
        id={id}
        popover="auto"
        className={styles.actions}
        onToggle={(event) => {
          if (event.newState === 'open') placePopup(event.currentTarget)
        }}
      >
        {children}
      </div>
    </>
  )
}
