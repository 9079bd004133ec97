import { useEffect } from 'react'
import { go } from '../../router/navigate.ts'
import { useSearch } from '../../router/use-location.ts'
import { readSpamWallSearch } from '../../features/spam-statistics/index.ts'
import { WatchRoom } from './room/watch-room.tsx'
import { listen } from '../../listen.ts'

function leave(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null) go('/')
}

/** The watch room alone, for a screen on the wall; the shell shows no more, and Escape leaves. */
export function WatchPage() {
  useEffect(() => listen(document, { keydown: leave }), [])
  return (
    <>
      <h1 className="visually-hidden">Watch room</h1>
      <WatchRoom kiosk />
    </>
  )
}

const none: readonly string[] = []

/** The watch room of the parties that the address names, in place of those that are watched or suggested. */
export function NamedWatchPage() {
  const { party = none } = useSearch(readSpamWallSearch)
  return (
    <>
      <h1 className="visually-hidden">Watch room</h1>
      <WatchRoom parties={party} />
    </>
  )
}
