import { type ReactNode, useEffect, useState } from 'react'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useObservable } from '../../../use-observable.ts'
import { watched } from './watched.ts'

/** Milliseconds after which code that could not be loaded is asked for again. */
const retryMs = 10_000

/** The watcher, which is loaded once there is anything to watch, and stays. Says once that it cannot be loaded. */
export function DueWatcher(): ReactNode {
  const isShown = useObservable(watched.shown, (all) => all.length > 0)
  const isDue = usePreference('watched').length > 0 || isShown
  const [watcher, setWatcher] = useState<ReactNode>()
  const isMissing = isDue && watcher === undefined
  useEffect(() => {
    if (!isMissing) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let [isOver, isTold] = [false, false]
    const load = async (): Promise<void> => {
      try {
        const { Watcher } = await import('./watcher.tsx')
        setWatcher(<Watcher />)
      } catch {
        if (isOver) return
        if (!isTold) toast('Alerts are not running: a part of Lyra could not be loaded. Lyra tries again every 10 s.')
        isTold = true
        timer = setTimeout(() => void load(), retryMs)
      }
    }
    void load()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isMissing])
  return watcher
}
