import { type RefObject, useCallback, useEffect, useState } from 'react'
import { toast } from '../../../ui/overlays/toast.tsx'

/** Full screen of an element. `can` is false where the browser has none for elements (iPhone). */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const update = (): void =>
      setOn(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [element])
  const toggle = useCallback(async () => {
    try {
      if (document.fullscreenElement) await document.exitFullscreen()
      else await element.current?.requestFullscreen()
    } catch {
      toast('The browser blocked full screen')
    }
  }, [element])
  return { can: document.fullscreenEnabled, on, toggle: () => void toggle() }
}
