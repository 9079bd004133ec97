import { useEffect } from 'react'
import { go } from '../../router/navigate.ts'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import styles from './watch-page.module.css'
import { WatchRoom } from './room/watch-room.tsx'

/** Without navigation and status line, and larger: `data-kiosk` on the root element is what styles go by. */
function useKiosk(): void {
  useEffect(() => {
    const root = document.documentElement
    root.dataset['kiosk'] = ''
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null) go('/')
    }
    document.addEventListener('keydown', leave)
    return () => {
      delete root.dataset['kiosk']
      document.removeEventListener('keydown', leave)
    }
  }, [])
}

/** The watch room alone, for a screen on the wall. */
export function WatchPage() {
  useKiosk()
  return (
    <>
      <h1 className="visually-hidden">Watch room</h1>
      <WatchRoom kiosk />
      <p className={styles.leave}>
        <ButtonLink href="/" small variant="bare" icon="x">
          Leave full screen
        </ButtonLink>
      </p>
    </>
  )
}
