import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'
import { Button } from '../inputs/button.tsx'
import styles from './drawer.module.css'

export interface DrawerProps {
  title: ReactNode
  onClose: () => void
  /** Position in the list: "3 of 1,000". */
  position?: ReactNode
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  children: ReactNode
}

/**
 * Details beside a list, which stays usable; on small screens a sheet over the page. Escape closes it and restores the
 * focus.
 */
export function Drawer({ title, onClose, position, onPrevious, onNext, children }: DrawerProps) {
  const id = useId()
  const own = useRef<HTMLElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const drawer = own.current
    const before = document.activeElement
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.stopPropagation()
      close()
    }
    drawer?.focus({ preventScroll: true })
    drawer?.addEventListener('keydown', escape)
    return () => {
      drawer?.removeEventListener('keydown', escape)
      const lost = document.activeElement === null || document.activeElement === document.body
      if (lost && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside ref={own} className={styles.drawer} tabIndex={-1} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {position !== undefined && <span className={styles.position}>{position}</span>}
        <div className={styles.actions}>
          {(onPrevious || onNext) && (
            <>
              <Button
                small
                variant="bare"
                icon="chevron-left"
                aria-label="Previous"
                disabled={!onPrevious}
                onClick={onPrevious}
              />
              <Button small variant="bare" icon="chevron-right" aria-label="Next" disabled={!onNext} onClick={onNext} />
            </>
          )}
          <Button small variant="bare" icon="x" aria-label="Close details" onClick={onClose} />
        </div>
      </header>
      {children}
    </aside>
  )
}

export function DrawerSection({ title, children }: { title?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      {title !== undefined && <h3>{title}</h3>}
      {children}
    </section>
  )
}
