import { useState } from 'react'
import type { Position } from './grid-keyboard.ts'

/** The active cell; undefined at first. Opening a row activates it, however it was opened. */
export function useActivePosition(open: number | undefined) {
  const [at, setAt] = useState<Position>()
  const [opened, setOpened] = useState<number>()
  if (open !== opened) {
    setOpened(open)
    if (open !== undefined && at?.row !== open) setAt({ row: open, column: at?.column ?? 0 })
  }
  return [at, setAt] as const
}
