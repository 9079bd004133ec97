import { useEffect } from 'react'
import { go } from '../../router/navigate.ts'
import { WatchRoom } from './room/watch-room.tsx'

/** Escape leaves; the shell shows the page alone. */
function useLeave(): void {
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null) go('/')
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])
}

/** The watch room alone, for a screen on the wall. */
export function WatchPage() {
  useLeave()
  return (
    <>
      <h1 className="visually-hidden">Watch room</h1>
      <WatchRoom kiosk />
    </>
  )
}
