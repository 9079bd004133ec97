import type { ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import styles from './chip.module.css'
import { Icon } from '../icons/icon.tsx'

export interface ChipProps {
  /** `set` is active, `offer` can be added, `recent` is a link. */
  tone?: 'set' | 'offer' | 'recent'
  href?: string
  onClick?: () => void
  /** Adds a button that removes it, named by `removeLabel`. */
  onRemove?: () => void
  removeLabel?: string
  children: ReactNode
}

export function Chip({ tone = 'set', href, onClick, onRemove, removeLabel = 'Remove', children }: ChipProps) {
  const content = (
    <>
      {tone === 'offer' && <Icon name="plus" size="0.8125rem" />}
      {children}
    </>
  )
  if (href !== undefined) {
    return (
      <Anchor className={styles.chip} data-tone={tone} href={href}>
        {content}
      </Anchor>
    )
  }
  if (onClick) {
    return (
      <button type="button" className={styles.chip} data-tone={tone} onClick={onClick}>
        {content}
      </button>
    )
  }
  return (
    <span className={styles.chip} data-tone={tone}>
      {content}
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
          <Icon name="x" size="0.8125rem" />
        </button>
      )}
    </span>
  )
}
