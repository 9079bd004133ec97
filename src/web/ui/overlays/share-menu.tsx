import { Button } from '../inputs/button.tsx'
import { copyText } from '../inputs/copy-button.tsx'
import { frozenLink, linkMoves, movingLink, useLinkMoves } from '../frozen-link.ts'
import { Menu } from './menu.tsx'
import { toast } from './toast.tsx'
import { useId, type ReactNode } from 'react'
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

async function copied(link: string, words: string): Promise<void> {
  toast((await copyText(link)) ? words : 'The browser blocked copying.')
}

/** Copies the link that shows the same tomorrow. */
export const copyThisMoment = (): void =>
  void copied(
    frozenLink(),
    linkMoves() ? 'Link copied. It shows the same range tomorrow.' : 'Link to this view copied.',
  )

/** Copies the link that shows the newest data whenever it is opened. */
export const copyMoving = (): void => void copied(movingLink(), 'Link copied. It shows the newest data when opened.')

/** The two links that can be shared, where the view follows the newest data. */
const shareChoices = [
  { label: 'This moment', hint: 'the same range tomorrow', icon: 'pause', onSelect: copyThisMoment },
  { label: 'Keeps moving', hint: 'the newest data when opened', icon: 'play', onSelect: copyMoving },
] as const

/** Copies the link to the view; where the view follows the newest data, it asks first which of two is meant. */
export function ShareMenu({ children }: { children?: ReactNode }) {
  const label = 'Copy link to this view'
  if (useLinkMoves())
    return <Menu icon="link" {...(children === undefined ? { label } : { trigger: children })} items={shareChoices} />
  return (
    <Button
      icon="link"
      aria-label={children === undefined ? label : undefined}
      title={`${label} (y)`}
      onClick={copyThisMoment}
    >
      {children}
    </Button>
  )
}
