import { useLayoutEffect, useState } from 'react'

/** Below this width a table would be cut: its rows are cards. */
const narrowRem = 30

/** Whether the panel has too little width for a table; `root` is a rem in px. */
export function useNarrow(panel: HTMLElement | null, root: number): boolean {
  const [narrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    if (!panel) return undefined
    const measure = () => {
      const width = panel.clientWidth
      // Without layout (a hidden panel) nothing is known.
      if (width > 0) setNarrow(width < narrowRem * root)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(panel)
    return () => observer.disconnect()
  }, [panel, root])
  return narrow
}
