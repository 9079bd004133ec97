import { useId, type ReactNode, useEffect, useEffectEvent } from 'react'
import { Button } from '../inputs/button.tsx'
import { Menu } from './menu.tsx'
import { toastCopied } from './toast.tsx'
import styles from './more-actions.module.css'
import { placePopup } from './place-popup.ts'
import { siteHref } from '../../format/site.ts'
import { createObservable } from '../../observable.ts'
import { useObservable } from '../../use-observable.ts'

interface Freezing {
  /** The URL with its ranges as instants. */
  make: () => string
  /** Whether the URL as it stands follows the newest data. */
  moves: boolean
}

const freezing = createObservable<Freezing | undefined>(undefined)

/**
 * For a page that shows a range: `make` returns the URL that shows the same tomorrow. `moves` tells whether the URL as it
 * stands does not: then a link can be shared that freezes the range, or one that keeps moving.
 */
export function useFrozenLink(make: () => string, moves: boolean): void {
  const current = useEffectEvent(make)
  useEffect(() => {
    freezing.set({ make: () => current(), moves })
    return () => freezing.set(undefined)
  }, [moves])
}

/** The URL of the view as it is at this moment, its ranges frozen. */
export const frozenLink = (): string => new URL(siteHref(freezing.get()?.make() ?? location.href), location.href).href

const differ = (current: Freezing | undefined): boolean => current?.moves ?? false

/** Whether the link to this moment differs from the URL, whose ranges without an end follow the clock of whoever opens it. */
export const useLinkMoves = (): boolean => useObservable(freezing, differ)

/** Actions of a page that stand in its head where there is room, and behind one button on a tablet or phone. */
export function MoreActions({ children }: { children: ReactNode }) {
  const id = useId()
  return (
    <>
      <span className={styles.more}>
        <Button icon="dots" aria-label="More actions" popoverTarget={id} />
      </span>
      <div id={id} popover="auto" className={styles.actions} onToggle={placePopup}>
        {children}
      </div>
    </>
  )
}

/** Copies the link that shows the same tomorrow. */
export const copyThisMoment = (): void =>
  void toastCopied(
    frozenLink(),
    differ(freezing.get()) ? 'Link copied. It shows the same range tomorrow.' : 'Link to this view copied.',
  )

/** Copies the link that shows the newest data whenever it is opened. */
export const copyMoving = (): void =>
  void toastCopied(location.href, 'Link copied. It shows the newest data when opened.')

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
