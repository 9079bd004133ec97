import { type ReactNode, useEffect, useState } from 'react'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { useObservable } from '../../../use-observable.ts'
import { watched } from './watched.ts'

/** Milliseconds after which code that could not be loaded is asked for again. */
const retryMs = 10_000

/** The watcher, which is loaded once there is anything to watch, and stays. */
export function DueWatcher(): ReactNode {
  const isShown = useObservable(watched.shown, (all) => all.length > 0)
  const isDue = usePreference('watched').length > 0 || isShown
  const [watcher, setWatcher] = useState<ReactNode>()
  const isMissing = isDue && watcher === undefined
  useEffect(() => {
    if (!isMissing) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const load = async (): Promise<void> => {
      try {
        const { Watcher } = await import('./watcher.tsx')
        setWatcher(<Watcher />)
      } catch {
        if (isOver) return
        watched.unloaded.set(true)
        timer = setTimeout(() => void load(), retryMs)
      }
    }
    void load()
    return () => {
      isOver = true
      clearTimeout(timer)
      watched.unloaded.set(false)
    }
  }, [isMissing])
  return watcher
}
